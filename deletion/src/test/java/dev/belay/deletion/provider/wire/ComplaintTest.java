package dev.belay.deletion.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComplaintTest {
    @ParameterizedTest
    @CsvSource({
        "sandbox_not_found, No such sandbox, false",
        "not_found, Sandbox not found for this account, false",
        "'', '', false",
        "gone, It was deleted on Monday, false",
        "not_found, An accessory was not found, false",
        "not_found, 'not found, or you lack access', true",
        "ACCESS_DENIED, '', true",
        "forbidden, '', true",
        "not_found, You are not Authorized to see this, true",
        "not_found, Invalid token, true",
        "route_not_found, '', true",
        "not_found, No such endpoint, true"
    })
    void leaves_existence_open_when_it_speaks_of_access_or_address(
            String code, String message, boolean expected) {
        assertThat(new Complaint(code, message).leavesExistenceOpen()).isEqualTo(expected);
    }
}
