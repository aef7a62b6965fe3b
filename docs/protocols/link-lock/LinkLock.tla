------------------------------ MODULE LinkLock ------------------------------
(***************************************************************************)
(* Belay's link lock, beside the Node program that takes the same lock.    *)
(* ../link-lock.md explains the steps; the class is LinkLock of core.      *)
(*                                                                         *)
(* One action is one system call; what a process does by itself is part of *)
(* the call before it. A kill may come before any call, and the kernel     *)
(* then closes every file of the victim, which drops its locks.            *)
(*                                                                         *)
(* A record, of an owner or of a reaper, is named by what wrote it:        *)
(* <<slot, incarnation, number>>. Its token, its pid, and its inode follow *)
(* from that. Inodes are not reused here: whoever compares one has the     *)
(* file open.                                                              *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Node, Belay,   \* slots of processes of either program; a slot may die and start anew
  Far,           \* slots in a container; the others run in the initial PID namespace
  MaxAcq,        \* acquisitions that a slot attempts
  MaxCrash,      \* kills in all
  MaxEio,        \* failures of a reaper's unlink in all
  NodeEio,       \* TRUE: that of a Node reaper may fail too
  MaxGen,        \* generations of reapers of one lock
  Reuse,         \* TRUE: a stranger may take the pid of a dead process
  \* What protects Belay. Our protocol has each TRUE; the variants show what each is for.
  Kernel,        \* owners lock their records (FALSE: a file system without such locks)
  Gate,          \* Belay locks the directory around everything
  Chain,         \* Belay claims the reaper chain before it unlinks
  Recheck,       \* Belay looks whether the name still is the record's before it unlinks
  LockFirst,     \* Belay locks its record before it is linked (else after)
  UnlinkFirst,   \* Belay's release unlinks before it closes (else after)
  Clean,         \* a Belay owner removes reaper files of other tokens
  Yield          \* what a Belay reaper that removed nothing does with its claim:
                 \* "supersede" (ours), "remove", or "keep"

VARIABLES up, inc, acq, pc,
  my,            \* the record a slot has published or is about to
  saw,           \* the lock record it has open
  sawR,          \* the reaper record it has open
  prev,          \* the dead reaper whose successor it claims
  mine,          \* the claim it has made
  lock,          \* the record that the lock's name stands for
  chain,         \* reaper files: <<token of the lock, dead reaper before, reaper>>
  nobody,        \* reapers whose file was given to nobody
  kl,            \* kernel locks: <<record, slot>>
  gate, reused, crashes, eios,
  bad            \* a live owner's lock was removed

vars == <<up, inc, acq, pc, my, saw, sawR, prev, mine, lock, chain, nobody, kl, gate,
          reused, crashes, eios, bad>>

Procs == Node \cup Belay
None  == <<>>
IsB(id) == id[1] \in Belay
SameNs(p, q) == (p \in Far) = (q \in Far)

Init ==
  /\ up = [p \in Procs |-> TRUE] /\ inc = [p \in Procs |-> 1]
  /\ acq = [p \in Procs |-> MaxAcq] /\ pc = [p \in Procs |-> "idle"]
  /\ my = [p \in Procs |-> None] /\ saw = [p \in Procs |-> None]
  /\ sawR = [p \in Procs |-> None] /\ prev = [p \in Procs |-> None]
  /\ mine = [p \in Procs |-> None]
  /\ lock = None /\ chain = {} /\ nobody = {} /\ kl = {} /\ gate = None
  /\ reused = {} /\ crashes = 0 /\ eios = 0 /\ bad = FALSE

-----------------------------------------------------------------------------
(* what may be known of a record's process *)

Lives(id) == up[id[1]] /\ inc[id[1]] = id[2]

\* kill(pid, 0): a stranger may have the number, and in another namespace it means nothing
PidAlive(p, id) ==
  IF SameNs(p, id[1]) THEN {Lives(id) \/ <<id[1], id[2]>> \in reused} ELSE {TRUE, FALSE}

\* by number, start, boot, and namespace: never wrong, and unknown counts as alive
IdentityAlive(p, id) == IF SameNs(p, id[1]) THEN {Lives(id)} ELSE {TRUE}

Alive(p, id) ==
  IF p \in Node THEN PidAlive(p, id)
  ELSE IF IsB(id) THEN IdentityAlive(p, id)
  ELSE IF p \in Far THEN {TRUE}            \* a Node record tells no namespace: unknown
  ELSE PidAlive(p, id)

AliveR(p, id) == IF id \in nobody THEN {FALSE} ELSE Alive(p, id)

AsksKernel(p, id) == Kernel /\ p \in Belay /\ IsB(id)
Locked(id) == \E e \in kl : e[1] = id
KeepOwn(p) == {e \in kl : e[2] # p \/ e[1] = my[p]}   \* p closes all but its own record

-----------------------------------------------------------------------------
(* keeping the states few *)

\* Reaper files of a token that is neither the lock's nor in anyone's hands are never
\* consulted again, for a token is linked once: they are no part of the state.
LiveChain == {c \in chain : c[1] = lock \/ \E p \in Procs : saw[p] = c[1]}
\* ... nor do the numbers of what is no longer in any state
LiveNobody == nobody \cap {c[3] : c \in LiveChain}
Used == {lock} \cup UNION {{my[p], saw[p], sawR[p], prev[p], mine[p]} : p \in Procs}
        \cup {e[1] : e \in kl} \cup UNION {{c[1], c[2], c[3]} : c \in LiveChain}
Fresh(p) == LET taken == {u[3] : u \in {w \in Used : w # None /\ w[1] = p /\ w[2] = inc[p]}}
            IN <<p, inc[p], CHOOSE k \in 1..(Cardinality(taken) + 1) :
                              /\ k \notin taken
                              /\ \A j \in 1..(k - 1) : j \in taken>>
View == LET processes == {<<u[1], u[2]>> : u \in Used \ {None}}
        IN <<up, inc, acq, pc, my, saw, sawR, prev, mine, lock, LiveChain, LiveNobody, kl, gate,
             reused \cap processes, crashes, eios, bad>>

-----------------------------------------------------------------------------
(* shared parts of actions *)

Go(p, l) == pc' = [pc EXCEPT ![p] = l]
Keep == UNCHANGED <<saw, sawR, prev, mine>>
Rest == UNCHANGED <<up, inc, reused, crashes>>
Forget(p) ==
  /\ saw'  = [saw EXCEPT ![p] = None] /\ sawR' = [sawR EXCEPT ![p] = None]
  /\ prev' = [prev EXCEPT ![p] = None] /\ mine' = [mine EXCEPT ![p] = None]
\* back to the waiting loop
Again(p) == Go(p, "link") /\ Forget(p) /\ kl' = KeepOwn(p)
\* the attempt ends with an error, or the release is done
Done(p) ==
  /\ Go(p, IF gate = <<p>> THEN "ungate" ELSE "idle")
  /\ my' = [my EXCEPT ![p] = None] /\ kl' = {e \in kl : e[2] # p}
\* the lock was not removed: back to waiting, but let others past our claim first
Fail(p, giveUp) ==
  IF p \in Belay /\ mine[p] # None /\ Yield # "keep"
  THEN Go(p, IF giveUp THEN "yieldOut" ELSE "yield") /\ Keep /\ UNCHANGED <<kl, my>>
  ELSE IF giveUp THEN Done(p) /\ Forget(p)
  ELSE Again(p) /\ UNCHANGED my

-----------------------------------------------------------------------------
(* acquire *)

\* the gate: waits, hence no other outcome
GateStep(p) ==
  /\ pc[p] = "idle" /\ acq[p] > 0 /\ Gate /\ p \in Belay /\ gate = None
  /\ gate' = <<p>> /\ Go(p, "cand") /\ Keep
  /\ UNCHANGED <<acq, my, lock, chain, nobody, kl, eios, bad>> /\ Rest

\* create the candidate, lock it (nobody else can name it yet), write, sync
Cand(p) ==
  /\ \/ pc[p] = "cand"
     \/ pc[p] = "idle" /\ acq[p] > 0 /\ ~(Gate /\ p \in Belay)
  /\ LET id == Fresh(p) IN
     /\ my' = [my EXCEPT ![p] = id]
     /\ kl' = IF Kernel /\ p \in Belay /\ LockFirst THEN kl \cup {<<id, p>>} ELSE kl
  /\ acq' = [acq EXCEPT ![p] = @ - 1]
  /\ chain' = LiveChain /\ nobody' = LiveNobody
  /\ Go(p, "link") /\ Keep
  /\ UNCHANGED <<lock, gate, eios, bad>> /\ Rest

\* link the candidate to the lock's name; its own name does not matter
Link(p) ==
  /\ pc[p] = "link"
  /\ IF lock = None
     THEN /\ lock' = my[p]
          /\ Go(p, IF Kernel /\ p \in Belay /\ ~LockFirst THEN "lockLate" ELSE "cs")
     ELSE UNCHANGED lock /\ Go(p, "read")
  /\ Keep /\ UNCHANGED <<acq, my, chain, nobody, kl, gate, eios, bad>> /\ Rest

LockLate(p) ==   \* variant
  /\ pc[p] = "lockLate" /\ ~Locked(my[p])
  /\ kl' = kl \cup {<<my[p], p>>} /\ Go(p, "cs")
  /\ Keep /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

\* open and read the lock
Read(p) ==
  /\ pc[p] = "read"
  /\ IF lock = None THEN Go(p, "link") /\ Keep
     ELSE /\ saw' = [saw EXCEPT ![p] = lock]
          /\ Go(p, IF AsksKernel(p, lock) THEN "trylock" ELSE "alive")
          /\ UNCHANGED <<sawR, prev, mine>>
  /\ UNCHANGED <<acq, my, lock, chain, nobody, kl, gate, eios, bad>> /\ Rest

\* ask for its process; the unknown counts as alive
AliveStep(p) ==
  /\ pc[p] = "alive"
  /\ \E a \in Alive(p, saw[p]) :
       IF a THEN Again(p)
       ELSE /\ Go(p, IF Chain \/ p \in Node THEN "claim" ELSE "recheck")
            /\ Keep /\ UNCHANGED kl
  /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

\* ask the kernel; what it grants is kept
TryLock(p) ==
  /\ pc[p] = "trylock"
  /\ IF Locked(saw[p]) THEN Again(p)
     ELSE /\ kl' = kl \cup {<<saw[p], p>>}
          /\ Go(p, IF Chain THEN "claim" ELSE "recheck") /\ Keep
  /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

-----------------------------------------------------------------------------
(* the reaper chain *)

At(p) == {c \in chain : c[1] = saw[p] /\ c[2] = prev[p]}
Length(p) == Cardinality({c \in chain : c[1] = saw[p]})

\* link a complete (Belay: locked) reaper record to the name of this generation
Claim(p) ==
  /\ pc[p] = "claim"
  /\ IF At(p) # {}
     THEN Go(p, "readR") /\ Keep /\ UNCHANGED <<my, chain, nobody, kl>>
     ELSE IF Length(p) < MaxGen
     THEN LET r == Fresh(p) IN
          /\ chain' = LiveChain \cup {<<saw[p], prev[p], r>>}
          /\ nobody' = LiveNobody
          /\ kl' = IF Kernel /\ p \in Belay THEN kl \cup {<<r, p>>} ELSE kl
          /\ mine' = [mine EXCEPT ![p] = r]
          /\ Go(p, "recheck") /\ UNCHANGED <<my, saw, sawR, prev>>
     ELSE \* exhausted: all of them are dead, and nobody else can claim; the gate is enough
          /\ IF gate = <<p>>
             THEN Go(p, "recheck") /\ Keep /\ UNCHANGED <<my, kl>>
             ELSE Done(p) /\ Forget(p)
          /\ UNCHANGED <<chain, nobody>>
  /\ UNCHANGED <<acq, lock, gate, eios, bad>> /\ Rest

ReadR(p) ==
  /\ pc[p] = "readR"
  /\ IF At(p) = {} THEN Go(p, "claim") /\ Keep
     ELSE \E c \in At(p) :
          /\ sawR' = [sawR EXCEPT ![p] = c[3]]
          /\ Go(p, IF AsksKernel(p, c[3]) THEN "trylockR" ELSE "aliveR")
          /\ UNCHANGED <<saw, prev, mine>>
  /\ UNCHANGED <<acq, my, lock, chain, nobody, kl, gate, eios, bad>> /\ Rest

Successor(p) ==
  /\ prev' = [prev EXCEPT ![p] = sawR[p]] /\ sawR' = [sawR EXCEPT ![p] = None]
  /\ UNCHANGED <<saw, mine, kl>> /\ Go(p, "claim")

AliveRStep(p) ==
  /\ pc[p] = "aliveR"
  /\ \E a \in AliveR(p, sawR[p]) : IF a THEN Again(p) ELSE Successor(p)
  /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

TryLockR(p) ==
  /\ pc[p] = "trylockR"
  /\ IF Locked(sawR[p]) THEN Again(p) ELSE Successor(p)
  /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

\* with the authority: does the name still stand for the record that was judged?
RecheckStep(p) ==
  /\ pc[p] = "recheck"
  /\ IF lock # saw[p] /\ (p \in Node \/ Recheck)
     THEN Again(p)
     ELSE /\ Go(p, IF AsksKernel(p, saw[p]) THEN "unlink" ELSE "alive2")
          /\ Keep /\ UNCHANGED kl
  /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

Alive2(p) ==
  /\ pc[p] = "alive2"
  /\ \E a \in Alive(p, saw[p]) :
       IF a THEN Fail(p, FALSE)
       ELSE Go(p, "unlink") /\ Keep /\ UNCHANGED <<kl, my>>
  /\ UNCHANGED <<acq, lock, chain, nobody, gate, eios, bad>> /\ Rest

Holds(p) == pc[p] \in {"cs", "lockLate", "relRead", "relUnlink", "relClose1"}
LiveOwner(id) == id # None /\ Lives(id) /\ my[id[1]] = id /\ Holds(id[1])

\* unlink, whatever the name stands for now
Unlink(p) ==
  /\ pc[p] = "unlink"
  /\ bad' = (bad \/ LiveOwner(lock))
  /\ lock' = None
  /\ Again(p)
  /\ UNCHANGED <<acq, my, chain, nobody, gate, eios>> /\ Rest

\* ... or it fails, and the attempt ends with an error
UnlinkFails(p) ==
  /\ pc[p] = "unlink" /\ eios < MaxEio /\ (p \in Belay \/ NodeEio) /\ eios' = eios + 1
  /\ Fail(p, TRUE)
  /\ UNCHANGED <<acq, lock, chain, nobody, gate, bad>> /\ Rest

\* A claim that removed nothing. Ours: its file is given, by rename, to a process that never
\* lives, under the same token, so that its successor stays the same. Variant: it is removed.
YieldStep(p) ==
  /\ pc[p] \in {"yield", "yieldOut"}
  /\ IF Yield = "supersede"
     THEN nobody' = nobody \cup {mine[p]} /\ UNCHANGED chain
     ELSE chain' = {c \in chain : c[3] # mine[p]} /\ UNCHANGED nobody
  /\ Go(p, IF pc[p] = "yield" THEN "yielded" ELSE "yieldedOut") /\ Keep
  /\ UNCHANGED <<acq, my, lock, kl, gate, eios, bad>> /\ Rest

Yielded(p) ==
  /\ \/ pc[p] = "yielded" /\ Again(p) /\ UNCHANGED my
     \/ pc[p] = "yieldedOut" /\ Done(p) /\ Forget(p)
  /\ UNCHANGED <<acq, lock, chain, nobody, gate, eios, bad>> /\ Rest

-----------------------------------------------------------------------------
(* holding and releasing *)

CleanStep(p) ==
  /\ pc[p] = "cs" /\ Clean /\ p \in Belay
  /\ \E c \in chain : c[1] # my[p] /\ chain' = chain \ {c}
  /\ Keep /\ UNCHANGED <<acq, pc, my, lock, nobody, kl, gate, eios, bad>> /\ Rest

Leave(p) ==
  /\ pc[p] = "cs" /\ Go(p, "relRead") /\ Keep
  /\ UNCHANGED <<acq, my, lock, chain, nobody, kl, gate, eios, bad>> /\ Rest

\* ours still? Else it is left alone
RelRead(p) ==
  /\ pc[p] = "relRead"
  /\ IF lock # my[p] THEN Done(p)
     ELSE /\ Go(p, IF p \in Belay /\ ~UnlinkFirst THEN "relClose1" ELSE "relUnlink")
          /\ UNCHANGED <<kl, my>>
  /\ Keep /\ UNCHANGED <<acq, lock, chain, nobody, gate, eios, bad>> /\ Rest

RelClose1(p) ==   \* variant
  /\ pc[p] = "relClose1" /\ kl' = {e \in kl : e[2] # p} /\ Go(p, "relUnlink") /\ Keep
  /\ UNCHANGED <<acq, my, lock, chain, nobody, gate, eios, bad>> /\ Rest

RelUnlink(p) ==
  /\ pc[p] = "relUnlink"
  /\ bad' = (bad \/ (lock # my[p] /\ LiveOwner(lock)))
  /\ lock' = None
  /\ IF p \in Belay /\ UnlinkFirst
     THEN Go(p, "relClose") /\ UNCHANGED <<my, kl>>
     ELSE Done(p)
  /\ Keep /\ UNCHANGED <<acq, chain, nobody, gate, eios>> /\ Rest

RelClose(p) ==
  /\ pc[p] = "relClose" /\ Done(p) /\ Keep
  /\ UNCHANGED <<acq, lock, chain, nobody, gate, eios, bad>> /\ Rest

Ungate(p) ==
  /\ pc[p] = "ungate" /\ gate' = None /\ Go(p, "idle") /\ Keep
  /\ UNCHANGED <<acq, my, lock, chain, nobody, kl, eios, bad>> /\ Rest

-----------------------------------------------------------------------------
Crash(p) ==
  /\ up[p] /\ crashes < MaxCrash /\ pc[p] # "idle"
  /\ crashes' = crashes + 1
  /\ up' = [up EXCEPT ![p] = FALSE] /\ pc' = [pc EXCEPT ![p] = "dead"]
  /\ \E r \in (IF Reuse THEN {TRUE, FALSE} ELSE {FALSE}) :
       reused' = IF r THEN reused \cup {<<p, inc[p]>>} ELSE reused
  /\ my' = [my EXCEPT ![p] = None] /\ Forget(p)
  /\ kl' = {e \in kl : e[2] # p}
  /\ gate' = IF gate = <<p>> THEN None ELSE gate
  /\ UNCHANGED <<inc, acq, lock, chain, nobody, eios, bad>>

Restart(p) ==
  /\ ~up[p] /\ acq[p] > 0
  /\ up' = [up EXCEPT ![p] = TRUE] /\ inc' = [inc EXCEPT ![p] = @ + 1] /\ Go(p, "idle")
  /\ Keep
  /\ UNCHANGED <<acq, my, lock, chain, nobody, kl, gate, reused, crashes, eios, bad>>

Step(p) ==
  \/ GateStep(p) \/ Cand(p) \/ Link(p) \/ LockLate(p) \/ Read(p) \/ AliveStep(p) \/ TryLock(p)
  \/ Claim(p) \/ ReadR(p) \/ AliveRStep(p) \/ TryLockR(p) \/ RecheckStep(p) \/ Alive2(p)
  \/ Unlink(p) \/ YieldStep(p) \/ Yielded(p)
  \/ Leave(p) \/ RelRead(p) \/ RelClose1(p) \/ RelUnlink(p) \/ RelClose(p) \/ Ungate(p)

Next == \E p \in Procs : \/ up[p] /\ (Step(p) \/ CleanStep(p) \/ UnlinkFails(p))
                         \/ Crash(p) \/ Restart(p)

Spec     == Init /\ [][Next]_vars
FairSpec == Spec /\ \A p \in Procs : WF_vars(up[p] /\ Step(p))

-----------------------------------------------------------------------------
(* properties *)
OneHolder     == \A p, q \in Procs : p # q => ~(Holds(p) /\ Holds(q))
OneBelay      == \A p, q \in Belay : p # q => ~(Holds(p) /\ Holds(q))
NoLiveRemoved == ~bad
OneKernelLock == \A a, b \in kl : a[1] = b[1] => a = b
\* whoever stays up gets through all of its turns, whatever died
Progress      == <>[](\A p \in Procs : up[p] => pc[p] = "idle" /\ acq[p] = 0)
BelayProgress == <>[](\A p \in Belay : up[p] => pc[p] = "idle" /\ acq[p] = 0)

Sym == Permutations(Node \ Far) \cup Permutations(Node \cap Far)
       \cup Permutations(Belay \ Far) \cup Permutations(Belay \cap Far)
=============================================================================
