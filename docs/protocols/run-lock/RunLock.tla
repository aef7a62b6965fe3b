------------------------------- MODULE RunLock -------------------------------
(***************************************************************************)
(* Ownership and brake of a binding, beside the Node program.              *)
(* ../run-lock.md explains the steps; the classes are in                   *)
(* dev.belay.connector.ownership.                                          *)
(*                                                                         *)
(* One action is one system call that others can notice; a kill may come   *)
(* before any. A slot plays one role, once in each incarnation. What       *)
(* identifies an incarnation, <<slot, number>>, identifies its owner       *)
(* record and the directory that it makes, too.                            *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  BRun, BRecover, BUnlock, BStop,   \* slots of Belay, by role
  NRun, NRecover, NUnlock, NStop,   \* slots of the Node program
  Human,         \* slots that remove STOP by hand, whatever stands in it
  Hand,          \* slots that remove run.lock by hand
  Far,           \* slots in a container; the others run in the initial PID namespace
  Old,           \* what run.lock may be at first: "none", "node", "belay", "bare"
  MaxInc,        \* incarnations of a slot
  MaxCrash,      \* kills in all
  \* What our protocol does; the variants show what each is for.
  Life,          \* an owner keeps the binding's kernel lock for life (else while it claims)
  Guard,         \* a directory of ours holds a directory where Node writes its record first
  StopAgain,     \* a claim looks for STOP after it has published
  Verify,        \* who moved a lock away looks at what was moved, and puts back what it meant not
  Gated,         \* recover sets STOP before it judges for good
  OwnMark,       \* the mark of a Belay recover is no leftover to a Node recover
  StopVerify,    \* who moved a STOP away looks at what was moved
  Watch,         \* stop looks again for as long as .stop.lock stands
  Steal,         \* .stop.lock of a dead Belay process is taken over
  Patient        \* nobody who changes STOP pauses for longer than others watch

VARIABLES
  up, inc, crashes,
  pc,
  saw,           \* the directory that a slot has judged
  aside,         \* the directory that it has moved away
  fd,            \* the STOP that it has open
  sAside,        \* the STOP that it has moved away
  late,          \* a stop had been confirmed when it published its claim
  lock,          \* run.lock: <<maker, record, Node's temporary record, guarded>>
  stop,          \* STOP: <<inode, lines>>
  stopLock,      \* who holds .stop.lock
  kernel,        \* who holds the binding's kernel lock
  braked,        \* stops that were confirmed and no human has removed since
  bad            \* Belay has removed the lock of a live owner

local  == <<saw, aside, fd, sAside, late>>
vars   == <<up, inc, crashes, pc, saw, aside, fd, sAside, late, lock, stop, stopLock, kernel,
            braked, bad>>

Belay == BRun \cup BRecover \cup BUnlock \cup BStop
Node  == NRun \cup NRecover \cup NUnlock \cup NStop
Procs == Belay \cup Node \cup Human \cup Hand
None  == <<>>
Me(p) == <<p, inc[p]>>
OldNode  == <<"old node", 0>>
OldBelay == <<"old belay", 0>>
IsBelayRecord(id) == id = OldBelay \/ id[1] \in BRun

Init ==
  /\ up = [p \in Procs |-> TRUE] /\ inc = [p \in Procs |-> 1] /\ crashes = 0
  /\ pc = [p \in Procs |-> "start"]
  /\ saw = [p \in Procs |-> None] /\ aside = [p \in Procs |-> None]
  /\ fd = [p \in Procs |-> 0] /\ sAside = [p \in Procs |-> None]
  /\ late = [p \in Procs |-> FALSE]
  /\ \E o \in Old :
       lock = CASE o = "none"  -> None
                [] o = "node"  -> <<OldNode, OldNode, None, FALSE>>
                [] o = "belay" -> <<OldBelay, OldBelay, None, Guard>>
                [] o = "bare"  -> <<OldNode, None, None, FALSE>>
  /\ stop = None /\ stopLock = None /\ kernel = None /\ braked = {} /\ bad = FALSE

-----------------------------------------------------------------------------
(* what is known of processes *)

Lives(id) == id[1] \in Procs /\ up[id[1]] /\ inc[id[1]] = id[2] /\ pc[id[1]] # "done"
SameNs(p, id) == id[1] \notin Procs \/ (p \in Far) = (id[1] \in Far)

\* by number, start, and boot; a number of another namespace may say anything
NodeJudges(p, id) == IF SameNs(p, id) THEN {Lives(id)} ELSE {TRUE, FALSE}

\* Who holds the kernel lock knows that no Belay owner lives. What cannot be known counts as alive.
BelayJudges(p, id) ==
  IF IsBelayRecord(id) THEN {~Life /\ Lives(id)}
  ELSE IF SameNs(p, id) THEN {Lives(id)} ELSE {TRUE}

\* a lock without a record counts as gone; to Belay, once nobody makes or removes it, for which
\* it watches
Busy == \E q \in Node : up[q] /\ pc[q] \in {"tmp", "rename", "rmFiles", "rmDir"}
Gone(p, d) ==
  IF d[2] = None THEN {(p \in Node) \/ ~Patient \/ ~Busy}
  ELSE {~a : a \in IF p \in Node THEN NodeJudges(p, d[2]) ELSE BelayJudges(p, d[2])}

Owning(p) == pc[p] \in {"own", "check", "effect"}
LiveOwner(d) == d # None /\ d[2] # None /\ d[2][1] \in Procs /\ Lives(d[2]) /\ Owning(d[2][1])

-----------------------------------------------------------------------------
(* shared parts *)

Go(p, l) == pc' = [pc EXCEPT ![p] = l]
KeepLock == UNCHANGED <<lock, bad>>
KeepStop == UNCHANGED <<stop, braked>>
KeepLife == UNCHANGED <<up, inc, crashes>>

\* a Belay process ends, and with it its kernel lock
End(p) == Go(p, "done") /\ kernel' = IF kernel = <<p>> THEN None ELSE kernel

FreshStop == CHOOSE n \in 1..20 :
  /\ stop = None \/ stop[1] # n
  /\ \A p \in Procs : fd[p] # n /\ (sAside[p] = None \/ sAside[p][1] # n)

\* open STOP to append, creating it where there is none
Open(p, next) ==
  /\ IF stop = None
     THEN LET n == FreshStop IN stop' = <<n, {}>> /\ fd' = [fd EXCEPT ![p] = n]
     ELSE fd' = [fd EXCEPT ![p] = stop[1]] /\ UNCHANGED stop
  /\ Go(p, next)
  /\ UNCHANGED <<saw, aside, sAside, late, stopLock, kernel, braked>> /\ KeepLock /\ KeepLife

\* one write, wherever the file has gone since
Write(p, line, next) ==
  /\ IF stop # None /\ stop[1] = fd[p]
     THEN stop' = <<stop[1], stop[2] \cup {line}>> /\ UNCHANGED sAside
     ELSE /\ sAside' = [q \in Procs |->
               IF sAside[q] # None /\ sAside[q][1] = fd[p]
               THEN <<sAside[q][1], sAside[q][2] \cup {line}>> ELSE sAside[q]]
          /\ UNCHANGED stop
  /\ Go(p, next)
  /\ UNCHANGED <<saw, aside, fd, late, stopLock, kernel, braked>> /\ KeepLock /\ KeepLife

Named(p) == stop # None /\ stop[1] = fd[p]
Mark(p) == <<IF p \in Belay /\ OwnMark THEN "belay recover" ELSE "recover", Me(p)>>
Stopped(p) == <<"stop", Me(p)>>
Single(kinds) == stop # None /\ \E l \in stop[2] : stop[2] = {l} /\ l[1] \in kinds

\* a step that only looks, or changes nothing but what is given before it
Look(p, next) ==
  /\ Go(p, next) /\ UNCHANGED <<stopLock, kernel>> /\ UNCHANGED local
  /\ KeepLock /\ KeepStop /\ KeepLife
Refuse(p) ==
  /\ End(p) /\ UNCHANGED stopLock /\ UNCHANGED local /\ KeepLock /\ KeepStop /\ KeepLife

\* the kernel lock of the binding; commands wait for one another, and are refused by an owner
Enter(p, from, next) ==
  /\ pc[p] = from
  /\ IF kernel = None
     THEN /\ kernel' = <<p>> /\ Go(p, next)
          /\ UNCHANGED stopLock /\ UNCHANGED local /\ KeepLock /\ KeepStop /\ KeepLife
     ELSE Owning(kernel[1]) /\ Refuse(p)

-----------------------------------------------------------------------------
(* Belay: run *)

RunLooks(p) ==
  /\ pc[p] = "looks" /\ IF stop = None THEN Look(p, "publish") ELSE Refuse(p)

\* rename the complete directory to run.lock, where that is free
RunPublishes(p) ==
  /\ pc[p] = "publish"
  /\ IF lock # None THEN Refuse(p)
     ELSE /\ lock' = <<Me(p), Me(p), None, Guard>>
          /\ late' = [late EXCEPT ![p] = braked # {}]
          /\ Go(p, IF StopAgain THEN "again" ELSE "mine")
          /\ UNCHANGED <<saw, aside, fd, sAside, stopLock, kernel, bad>> /\ KeepStop /\ KeepLife

RunLooksAgain(p) ==
  /\ pc[p] = "again" /\ Look(p, IF stop = None THEN "mine" ELSE "release")

IsMine(p) == lock # None /\ lock[2] = Me(p)

RunIsMine(p) ==
  /\ pc[p] = "mine"
  /\ IF ~IsMine(p) THEN Refuse(p)
     ELSE /\ Go(p, "own") /\ kernel' = IF Life THEN kernel ELSE None
          /\ UNCHANGED stopLock /\ UNCHANGED local /\ KeepLock /\ KeepStop /\ KeepLife

\* before each effect: STOP, then the lock
RunChecks(p) == pc[p] = "own" /\ Look(p, IF stop = None THEN "check" ELSE "release")
RunChecksLock(p) ==
  /\ pc[p] = "check"
  /\ IF IsMine(p) THEN Look(p, "effect") ELSE Refuse(p)
RunActs(p)   == pc[p] = "effect" /\ Look(p, "own")
RunLeaves(p) == pc[p] = "own" /\ Look(p, "release")

\* let go: look, move it away, look at what was moved
RunReleases(p) ==
  /\ pc[p] = "release" /\ IF IsMine(p) THEN Look(p, "move") ELSE Refuse(p)
RunMoves(p) ==
  /\ pc[p] = "move"
  /\ bad' = (bad \/ (LiveOwner(lock) /\ lock[2] # Me(p)))
  /\ aside' = [aside EXCEPT ![p] = lock] /\ lock' = None /\ Go(p, "moved")
  /\ UNCHANGED <<saw, fd, sAside, late, stopLock, kernel>> /\ KeepStop /\ KeepLife
RunMoved(p) ==
  /\ pc[p] = "moved"
  /\ lock' = IF aside[p] # None /\ aside[p][2] # Me(p) /\ Verify /\ lock = None
             THEN aside[p] ELSE lock
  /\ aside' = [aside EXCEPT ![p] = None] /\ End(p)
  /\ UNCHANGED <<saw, fd, sAside, late, stopLock, bad>> /\ KeepStop /\ KeepLife

BelayRun(p) ==
  \/ Enter(p, "start", "looks") \/ RunLooks(p) \/ RunPublishes(p) \/ RunLooksAgain(p)
  \/ RunIsMine(p) \/ RunChecks(p) \/ RunChecksLock(p) \/ RunActs(p) \/ RunLeaves(p)
  \/ RunReleases(p) \/ RunMoves(p) \/ RunMoved(p)

-----------------------------------------------------------------------------
(* Belay: recover, and unlock, which differ in the STOP they leave *)

\* any STOP refuses, but the single mark that a dead recover has left
IsDeadRecover(l) == l[1] = "belay recover" \/ (Patient => ~Lives(l[2]))
RecoverLooks(p) ==
  /\ pc[p] = "looks"
  /\ IF stop = None THEN Look(p, "judge")
     ELSE IF Single({"recover", "belay recover"})
             /\ \A l \in stop[2] : IsDeadRecover(l)
     THEN /\ Go(p, "lockOld") /\ fd' = [fd EXCEPT ![p] = stop[1]]
          /\ UNCHANGED <<saw, aside, sAside, late, stopLock, kernel>>
          /\ KeepLock /\ KeepStop /\ KeepLife
     ELSE Refuse(p)

\* rename the complete file to STOP, where that is free
RecoverPlaces(p) ==
  /\ pc[p] = "open"
  /\ IF stop # None THEN Refuse(p)
     ELSE LET n == FreshStop IN
          /\ stop' = <<n, {Mark(p)}>> /\ fd' = [fd EXCEPT ![p] = n] /\ Go(p, "judge2")
          /\ UNCHANGED <<saw, aside, sAside, late, stopLock, kernel, braked>>
          /\ KeepLock /\ KeepLife

\* judge; a positive verdict leads on
Judge(p, from, same, next, none, no) ==
  /\ pc[p] = from
  /\ IF lock = None THEN Look(p, none)
     ELSE IF same /\ (saw[p] = None \/ lock[1] # saw[p][1] \/ lock[2] # saw[p][2])
     THEN IF no = "done" THEN Refuse(p) ELSE Look(p, no)
     ELSE \E g \in Gone(p, lock) :
            IF ~g THEN IF no = "done" THEN Refuse(p) ELSE Look(p, no)
            ELSE /\ saw' = [saw EXCEPT ![p] = lock] /\ Go(p, next)
                 /\ UNCHANGED <<aside, fd, sAside, late, stopLock, kernel>>
                 /\ KeepLock /\ KeepStop /\ KeepLife

\* move run.lock away, whatever it is now
Takes(p, next) ==
  /\ pc[p] = "take"
  /\ IF lock = None THEN Look(p, next)
     ELSE /\ aside' = [aside EXCEPT ![p] = lock] /\ lock' = None /\ Go(p, "took")
          /\ UNCHANGED <<saw, fd, sAside, late, stopLock, kernel, bad>> /\ KeepStop /\ KeepLife
\* what is not the judged one is put back; where it cannot be, STOP stays
Took(p, next) ==
  /\ pc[p] = "took"
  /\ LET meant == aside[p][1] = saw[p][1] /\ aside[p][2] = saw[p][2] IN
     /\ lock' = IF ~meant /\ Verify /\ lock = None THEN aside[p] ELSE lock
     /\ bad' = (bad \/ (LiveOwner(aside[p]) /\ (meant \/ ~Verify \/ lock # None)))
     /\ IF meant \/ ~Verify \/ lock = None
        THEN Go(p, next) /\ UNCHANGED kernel ELSE End(p)
  /\ aside' = [aside EXCEPT ![p] = None]
  /\ UNCHANGED <<saw, fd, sAside, late, stopLock>> /\ KeepStop /\ KeepLife

\* nobody holds .stop.lock any more, though it stands
IsLeft == stopLock # None /\ ~Lives(stopLock)

\* .stop.lock; that of a dead Belay process is taken over, for any other one waits
StopLocks(p, from, next) ==
  /\ pc[p] = from
  /\ IF stopLock = None THEN TRUE ELSE IsLeft /\ Steal /\ stopLock[1] \in Belay
  /\ stopLock' = Me(p) /\ Go(p, next)
  /\ UNCHANGED kernel /\ UNCHANGED local /\ KeepLock /\ KeepStop /\ KeepLife
\* ... or gives up
StopLockFails(p, from) ==
  /\ pc[p] = from /\ stopLock # None /\ IsLeft
  /\ ~(Steal /\ stopLock[1] \in Belay) /\ Refuse(p)

\* under it: read; move away; look at what was moved, and put back what is not the mark alone
ClearReads(p, from, next, mark) ==
  /\ pc[p] = from
  /\ IF stop # None /\ stop[1] = fd[p] /\ stop[2] \subseteq mark
     THEN Look(p, next) ELSE Look(p, "unlockRefused")
ClearMoves(p, from, next) ==
  /\ pc[p] = from
  /\ sAside' = [sAside EXCEPT ![p] = stop] /\ stop' = None /\ Go(p, next)
  /\ UNCHANGED <<saw, aside, fd, late, stopLock, kernel, braked>> /\ KeepLock /\ KeepLife
ClearMoved(p, from, next, mark) ==
  /\ pc[p] = from
  /\ LET good == sAside[p] = None \/ sAside[p][2] \subseteq mark \/ ~StopVerify IN
     /\ stop' = IF ~good /\ stop = None THEN sAside[p] ELSE stop
     /\ Go(p, IF good THEN next ELSE "unlockRefused")
  /\ sAside' = [sAside EXCEPT ![p] = None]
  /\ UNCHANGED <<saw, aside, fd, late, stopLock, kernel, braked>> /\ KeepLock /\ KeepLife
StopUnlocks(p, from, next) ==
  /\ pc[p] = from
  /\ stopLock' = IF stopLock = Me(p) THEN None ELSE stopLock
  /\ IF next = "done" THEN End(p) ELSE Go(p, next) /\ UNCHANGED kernel
  /\ UNCHANGED local /\ KeepLock /\ KeepStop /\ KeepLife

AnyMark == {<<k, <<p, i>>>> : k \in {"recover", "belay recover"},
                              p \in BRecover \cup NRecover, i \in 1..MaxInc}

BelayRecover(p) ==
  \/ Enter(p, "start", "looks") \/ RecoverLooks(p)
  \* the mark of a dead recover
  \/ StopLocks(p, "lockOld", "readOld") \/ StopLockFails(p, "lockOld")
  \/ ClearReads(p, "readOld", "moveOld", AnyMark)
  \/ ClearMoves(p, "moveOld", "movedOld") \/ ClearMoved(p, "movedOld", "unlockOld", AnyMark)
  \/ StopUnlocks(p, "unlockOld", "judge")
  \* the lock
  \/ Judge(p, "judge", FALSE, IF Gated THEN "open" ELSE "take", "ended", "done")
  \/ (pc[p] = "ended" /\ Refuse(p))
  \/ RecoverPlaces(p)
  \/ Judge(p, "judge2", TRUE, "take", "lockStop", "lockStop")
  \/ Takes(p, IF Gated THEN "lockStop" ELSE "ended")
  \/ Took(p, IF Gated THEN "lockStop" ELSE "ended")
  \* its own mark
  \/ StopLocks(p, "lockStop", "read") \/ StopLockFails(p, "lockStop")
  \/ ClearReads(p, "read", "moveStop", {Mark(p)})
  \/ ClearMoves(p, "moveStop", "movedStop")
  \/ ClearMoved(p, "movedStop", "unlock", {Mark(p)})
  \/ StopUnlocks(p, "unlock", "done") \/ StopUnlocks(p, "unlockRefused", "done")

\* confirmed: STOP holds our line and is left there
Confirm(p) ==
  /\ braked' = braked \cup {Stopped(p)} /\ End(p)
  /\ UNCHANGED <<stop, stopLock>> /\ UNCHANGED local /\ KeepLock /\ KeepLife

BelayUnlock(p) ==
  \/ Enter(p, "start", "judge")
  \/ Judge(p, "judge", FALSE, "open", "open", "done")
  \/ (pc[p] = "open" /\ Open(p, "write"))
  \/ (pc[p] = "write" /\ Write(p, Stopped(p), "named"))
  \/ (pc[p] = "named" /\ Look(p, IF Named(p) THEN "judge2" ELSE "open"))
  \/ Judge(p, "judge2", TRUE, "take", "confirm", "confirm")
  \/ Takes(p, "confirm") \/ Took(p, "confirm")
  \/ (pc[p] = "confirm" /\ Confirm(p))

-----------------------------------------------------------------------------
(* Belay: stop. No lock; while .stop.lock stands it looks again. It is never made to wait for a
   dead holder, nor for longer than a second. *)

BelayStop(p) ==
  \/ (pc[p] = "start" /\ Open(p, "write"))
  \/ (pc[p] = "write" /\ Write(p, Stopped(p), "watch"))
  \/ /\ pc[p] = "watch"
     /\ IF ~Named(p) THEN Look(p, "start")
        ELSE IF Watch /\ Patient /\ stopLock # None /\ ~IsLeft THEN FALSE ELSE Look(p, "last")
  \/ /\ pc[p] = "last"
     /\ IF Named(p) THEN Confirm(p) ELSE Look(p, "start")

-----------------------------------------------------------------------------
(* the Node program *)

NodeMkdir(p) ==
  /\ pc[p] = "start"
  /\ IF lock # None THEN Refuse(p)
     ELSE /\ lock' = <<Me(p), None, None, FALSE>> /\ Go(p, "tmp")
          /\ late' = [late EXCEPT ![p] = braked # {}]
          /\ UNCHANGED <<saw, aside, fd, sAside, stopLock, kernel, bad>> /\ KeepStop /\ KeepLife
NodeTmp(p) ==
  /\ pc[p] = "tmp"
  /\ IF lock = None \/ lock[4] THEN Refuse(p)
     ELSE /\ lock' = <<lock[1], lock[2], Me(p), FALSE>> /\ Go(p, "rename")
          /\ UNCHANGED <<stopLock, kernel, bad>> /\ UNCHANGED local /\ KeepStop /\ KeepLife
NodeRename(p) ==
  /\ pc[p] = "rename"
  /\ IF lock = None \/ lock[3] = None THEN Refuse(p)
     ELSE /\ lock' = <<lock[1], lock[3], None, lock[4]>> /\ Go(p, "again")
          /\ UNCHANGED <<stopLock, kernel, bad>> /\ UNCHANGED local /\ KeepStop /\ KeepLife
NodeLooksAgain(p) == pc[p] = "again" /\ Look(p, IF stop = None THEN "own" ELSE "clear")
NodeLeaves(p) == pc[p] = "own" /\ Look(p, "clear")
NodeClears(p) ==
  /\ pc[p] = "clear"
  /\ Look(p, IF lock # None /\ lock[2] = Me(p) THEN "rmFiles" ELSE "ended")
NodeEnded(p) == pc[p] = "ended" /\ Refuse(p)
\* rm -r run.lock: by path, whatever it is by then
NodeRmFiles(p) ==
  /\ pc[p] = "rmFiles"
  /\ lock' = IF lock = None THEN None ELSE <<lock[1], None, None, FALSE>>
  /\ Go(p, "rmDir")
  /\ UNCHANGED <<stopLock, kernel, bad>> /\ UNCHANGED local /\ KeepStop /\ KeepLife
NodeRmDir(p, next) ==
  /\ pc[p] = "rmDir"
  /\ IF lock = None THEN Look(p, next)
     ELSE IF lock[2] # None \/ lock[3] # None \/ lock[4] THEN Look(p, "rmFiles")
     ELSE /\ lock' = None /\ Go(p, next)
          /\ UNCHANGED <<stopLock, kernel, bad>> /\ UNCHANGED local /\ KeepStop /\ KeepLife

NodeRun(p) ==
  \/ NodeMkdir(p) \/ NodeTmp(p) \/ NodeRename(p) \/ NodeLooksAgain(p) \/ NodeLeaves(p)
  \/ NodeClears(p) \/ NodeRmFiles(p) \/ NodeRmDir(p, "ended") \/ NodeEnded(p)

NodeStopLocks(p, from, next) ==
  /\ pc[p] = from
  /\ IF stopLock # None THEN Refuse(p)
     ELSE /\ stopLock' = Me(p) /\ Go(p, next)
          /\ UNCHANGED kernel /\ UNCHANGED local /\ KeepLock /\ KeepStop /\ KeepLife
NodeJudge(p, from, next, none) ==
  /\ pc[p] = from
  /\ IF lock = None THEN Look(p, none)
     ELSE \E g \in Gone(p, lock) :
            IF g THEN Look(p, next) ELSE Refuse(p)
\* unlink STOP, whatever stands in it
NodeUnlinks(p, from, next) ==
  /\ pc[p] = from /\ stop' = None /\ Go(p, next)
  /\ UNCHANGED <<stopLock, kernel, braked>> /\ UNCHANGED local /\ KeepLock /\ KeepLife

NodeRecover(p) ==
  \/ /\ pc[p] = "start"
     /\ IF stop = None THEN Look(p, "judge")
        ELSE IF Single({"recover"}) THEN Look(p, "clearOld") ELSE Refuse(p)
  \/ NodeUnlinks(p, "clearOld", "judge")
  \/ NodeJudge(p, "judge", "lockStop", "ended") \/ NodeEnded(p)
  \/ NodeStopLocks(p, "lockStop", "open")
  \/ (pc[p] = "open" /\ Open(p, "write"))
  \/ (pc[p] = "write" /\ Write(p, Mark(p), "unlock"))
  \/ StopUnlocks(p, "unlock", "judge2")
  \/ NodeJudge(p, "judge2", "rmFiles", "read")
  \/ NodeRmFiles(p) \/ NodeRmDir(p, "read")
  \/ (pc[p] = "read" /\ IF Single({"recover"}) THEN Look(p, "clearOwn") ELSE Refuse(p))
  \/ NodeUnlinks(p, "clearOwn", "ended")

NodeStop(p) ==
  \/ NodeStopLocks(p, "start", "open")
  \/ (pc[p] = "open" /\ Open(p, "write"))
  \/ (pc[p] = "write" /\ Write(p, Stopped(p), "unlock"))
  \/ StopUnlocks(p, "unlock", "confirm")
  \/ (pc[p] = "confirm" /\ Confirm(p))

NodeUnlock(p) ==
  \/ NodeStopLocks(p, "start", "open")
  \/ (pc[p] = "open" /\ Open(p, "write"))
  \/ (pc[p] = "write" /\ Write(p, Stopped(p), "unlock"))
  \/ StopUnlocks(p, "unlock", "judge")
  \/ NodeJudge(p, "judge", "rmFiles", "confirm")
  \/ NodeRmFiles(p) \/ NodeRmDir(p, "confirm")
  \/ (pc[p] = "confirm" /\ Confirm(p))

-----------------------------------------------------------------------------
HumanClears(p) ==
  /\ p \in Human /\ pc[p] = "start" /\ stop # None /\ stop' = None /\ braked' = {}
  /\ Go(p, "done") /\ UNCHANGED <<stopLock, kernel>> /\ UNCHANGED local /\ KeepLock /\ KeepLife
HandRemoves(p) ==
  /\ p \in Hand /\ pc[p] = "start" /\ lock # None /\ lock' = None
  /\ Go(p, "done")
  /\ UNCHANGED <<stopLock, kernel, bad>> /\ UNCHANGED local /\ KeepStop /\ KeepLife

Crash(p) ==
  /\ p \in Belay \cup Node /\ up[p] /\ crashes < MaxCrash /\ pc[p] \notin {"start", "done"}
  /\ crashes' = crashes + 1 /\ up' = [up EXCEPT ![p] = FALSE]
  /\ pc' = [pc EXCEPT ![p] = "dead"]
  /\ saw' = [saw EXCEPT ![p] = None] /\ aside' = [aside EXCEPT ![p] = None]
  /\ fd' = [fd EXCEPT ![p] = 0] /\ sAside' = [sAside EXCEPT ![p] = None]
  /\ late' = [late EXCEPT ![p] = FALSE]
  /\ kernel' = IF kernel = <<p>> THEN None ELSE kernel
  /\ UNCHANGED <<inc, stopLock>> /\ KeepLock /\ KeepStop

\* a new incarnation of what has died or ended
Restart(p) ==
  /\ p \in Belay \cup Node /\ pc[p] \in {"dead", "done"} /\ inc[p] < MaxInc
  /\ up' = [up EXCEPT ![p] = TRUE] /\ inc' = [inc EXCEPT ![p] = @ + 1] /\ Go(p, "start")
  /\ late' = [late EXCEPT ![p] = FALSE] /\ saw' = [saw EXCEPT ![p] = None]
  /\ fd' = [fd EXCEPT ![p] = 0]
  /\ UNCHANGED <<crashes, aside, sAside, stopLock, kernel>> /\ KeepLock /\ KeepStop

Step(p) ==
  \/ (p \in BRun /\ BelayRun(p))
  \/ (p \in BRecover /\ BelayRecover(p))
  \/ (p \in BUnlock /\ BelayUnlock(p))
  \/ (p \in BStop /\ BelayStop(p))
  \/ (p \in NRun /\ NodeRun(p))
  \/ (p \in NRecover /\ NodeRecover(p))
  \/ (p \in NUnlock /\ NodeUnlock(p))
  \/ (p \in NStop /\ NodeStop(p))

Next == \E p \in Procs : \/ up[p] /\ Step(p)
                         \/ HumanClears(p) \/ HandRemoves(p) \/ Crash(p) \/ Restart(p)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* properties *)
Quiet     == \A p \in Procs : pc[p] \in {"done", "dead", "start"}
OneOwner  == \A p, q \in BRun \cup NRun : p # q => ~(Owning(p) /\ Owning(q))
OneBelay  == \A p, q \in BRun : p # q => ~(Owning(p) /\ Owning(q))
LiveKept  == ~bad
\* nor does anybody else remove or replace the lock of a Belay owner
Kept      == \A p \in BRun : Owning(p) => IsMine(p)
\* what was confirmed stands until a human removes it
StopKept  == braked # {} => stop # None /\ braked \subseteq stop[2]
\* ... or, where somebody pauses for that long, stands again when all has ended
StopBack  == Quiet /\ braked # {} => stop # None /\ braked \subseteq stop[2]
\* no claim that was published after it stands
StopStops == \A p \in BRun \cup NRun : late[p] => ~Owning(p)

\* where nobody brakes: when all has ended, a recover of Belay can undo whatever it finds
Opens ==
  Quiet => /\ stop # None => Single({"belay recover"})
           /\ stopLock # None => Steal /\ stopLock[1] \in Belay
=============================================================================
