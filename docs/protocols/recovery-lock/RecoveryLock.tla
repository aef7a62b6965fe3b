---------------------------- MODULE RecoveryLock ----------------------------
(***************************************************************************)
(* Recovery and removal of one staging, beside the Node program.           *)
(* ../recovery-lock.md explains the steps.                                 *)
(*                                                                         *)
(* The maker of the staging is dead: that is proved before, and stays so.  *)
(* One action is one system call that others can notice, or a look; a kill *)
(* may come before any. What identifies an incarnation, <<slot, number>>,  *)
(* identifies the lock that it makes, too.                                 *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Belay,         \* slots of Belay
  Node,          \* slots of the Node program
  Far,           \* slots in another PID namespace than the others
  Writer,        \* programs that were left over, and write into the payload
  Last,          \* slots of Belay that begin when all others have ended, and are not killed
  MaxInc,        \* incarnations of a slot
  MaxCrash,      \* kills in all
  \* What our protocol does; the variants show what each is for.
  Gate,          \* the kernel lock of the staging's directory is kept for life
  Again,         \* what was proved is looked at again after the directory was moved away
  Aside          \* the directory is moved away before anything is removed

VARIABLES
  up, inc, crashes,
  pc,
  proved,        \* how the payload was when a slot proved it
  root,          \* the staging's directory: "there", "aside", "gone"
  lock,          \* recovery.lock: <<kind, maker>>; kind "bare", "node", "belay"
  kernel,        \* who holds the kernel lock of the directory
  version,       \* how often something was written into the payload
  part,          \* who has removed something of the payload: "nobody", "belay", "node"
  lost           \* something was removed, or will be, that nobody has proved

vars == <<up, inc, crashes, pc, proved, root, lock, kernel, version, part, lost>>

Procs == Belay \cup Node \cup Writer
None  == <<>>
Me(p) == <<p, inc[p]>>

Init ==
  /\ up = [p \in Procs |-> TRUE] /\ inc = [p \in Procs |-> 1] /\ crashes = 0
  /\ pc = [p \in Procs |-> "start"]
  /\ proved = [p \in Procs |-> 0]
  /\ root = "there" /\ lock = None /\ kernel = None
  /\ version = 0 /\ part = "nobody" /\ lost = FALSE

-----------------------------------------------------------------------------
Lives(id) == up[id[1]] /\ inc[id[1]] = id[2] /\ pc[id[1]] # "done"
SameNs(p, id) == (p \in Far) = (id[1] \in Far)

Go(p, l)  == pc' = [pc EXCEPT ![p] = l]
KeepLife  == UNCHANGED <<up, inc, crashes>>
KeepTree  == UNCHANGED <<version, part, lost>>
Free(p)   == kernel' = IF kernel = <<p>> THEN None ELSE kernel
Look(p, l) == Go(p, l) /\ UNCHANGED <<proved, root, lock, kernel>> /\ KeepTree /\ KeepLife
End(p)    == Go(p, "done") /\ Free(p) /\ UNCHANGED <<proved, root, lock>> /\ KeepTree /\ KeepLife
Open(w)   == pc[w] = "open"
Ended(p)  == pc[p] \in {"done", "dead"}

-----------------------------------------------------------------------------
(* Belay *)

\* wait for the kernel lock of the directory, wherever it is
BEnters(p) ==
  /\ pc[p] = "start" /\ (p \in Last => \A q \in Procs \ {p} : Ended(q))
  /\ IF root = "gone" THEN End(p)
     ELSE /\ ~Gate \/ kernel = None
          /\ kernel' = IF Gate THEN <<p>> ELSE kernel
          /\ Go(p, "look")
          /\ UNCHANGED <<proved, root, lock>> /\ KeepTree /\ KeepLife

\* A lock of Belay is of the dead, or its maker would have the kernel lock. One of the Node program
\* is judged by its number, in our namespace alone, and left in its place: it keeps all Node
\* processes out. One without a record is no obstacle.
BLooks(p) ==
  /\ pc[p] = "look"
  /\ IF root = "gone" THEN End(p)
     ELSE IF root = "aside" THEN Look(p, IF part = "belay" THEN "rest" ELSE "return")
     ELSE IF lock = None \/ lock[1] = "bare" THEN Look(p, "publish")
     ELSE CASE lock[1] = "node" ->
                 IF SameNs(p, lock[2]) /\ ~Lives(lock[2]) THEN Look(p, "prove") ELSE End(p)
            [] lock[1] = "belay" ->
                 IF Gate \/ ~Lives(lock[2]) THEN Look(p, "prove") ELSE End(p)

\* Moved away by a recovery that was cut off before it removed anything: bring it back, and begin
\* anew. Claims and repositories know it by its place.
BReturns(p) ==
  /\ pc[p] = "return"
  /\ root' = (IF root = "aside" THEN "there" ELSE root) /\ Go(p, "look")
  /\ UNCHANGED <<proved, lock, kernel>> /\ KeepTree /\ KeepLife

\* Rename the complete lock to recovery.lock. It may take the place of an empty directory, whose
\* maker then finds that its owner.json is there already, or that it is not empty.
BPublishes(p) ==
  /\ pc[p] = "publish"
  /\ IF root # "there" THEN Look(p, "look")
     ELSE IF lock = None \/ lock[1] = "bare"
     THEN /\ lock' = <<"belay", Me(p)>> /\ Go(p, "prove")
          /\ UNCHANGED <<proved, root, kernel>> /\ KeepTree /\ KeepLife
     ELSE Look(p, "look")

BProves(p) ==
  /\ pc[p] = "prove"
  /\ proved' = [proved EXCEPT ![p] = version]
  /\ Go(p, IF Aside THEN "move" ELSE "last")
  /\ UNCHANGED <<root, lock, kernel>> /\ KeepTree /\ KeepLife

BMoves(p) ==
  /\ pc[p] = "move"
  /\ IF root = "there"
     THEN /\ root' = "aside" /\ Go(p, "again")
          /\ UNCHANGED <<proved, lock, kernel>> /\ KeepTree /\ KeepLife
     ELSE End(p)

\* Nobody can come in by a name any more: what is open now, and how it is now, stays so. That holds
\* for what is left of a removal of the Node program, too: it has looked by name alone.
BLooksAgain(p) ==
  /\ pc[p] = "again"
  /\ IF Again /\ (version # proved[p] \/ \E w \in Writer : Open(w))
     THEN Look(p, "back") ELSE Look(p, "unlink")

\* without moving: a last look by name
BLooksLast(p) ==
  /\ pc[p] = "last"
  /\ IF version # proved[p] \/ \E w \in Writer : Open(w) THEN End(p) ELSE Look(p, "unlink")

BMovesBack(p) ==
  /\ pc[p] = "back"
  /\ root' = "there" /\ Go(p, "leave")
  /\ UNCHANGED <<proved, lock, kernel>> /\ KeepTree /\ KeepLife

BLeaves(p) ==
  /\ pc[p] = "leave"
  /\ lock' = IF lock # None /\ lock[1] = "belay" THEN None ELSE lock
  /\ Go(p, "done") /\ Free(p)
  /\ UNCHANGED <<proved, root>> /\ KeepTree /\ KeepLife

Removes(p, l) ==
  /\ lost' = (lost \/ (part # "belay" /\ version # proved[p]))
  /\ part' = "belay" /\ Go(p, l)
  /\ UNCHANGED <<proved, root, lock, kernel, version>> /\ KeepLife

BUnlinks(p) == pc[p] = "unlink" /\ Removes(p, "rest")
BEnds(p) ==
  /\ pc[p] = "rest"
  /\ root' = "gone" /\ lock' = None /\ Go(p, "done") /\ Free(p)
  /\ UNCHANGED <<proved>> /\ KeepTree /\ KeepLife

BelayStep(p) ==
  \/ BEnters(p) \/ BLooks(p) \/ BReturns(p) \/ BPublishes(p) \/ BProves(p) \/ BMoves(p) \/ BLooksAgain(p)
  \/ BLooksLast(p) \/ BMovesBack(p) \/ BLeaves(p) \/ BUnlinks(p) \/ BEnds(p)

-----------------------------------------------------------------------------
(* the Node program: everything by name *)

Mine(p, kind) == root = "there" /\ lock = <<kind, Me(p)>>

NMakes(p) ==
  /\ pc[p] = "start"
  /\ IF root = "there" /\ lock = None
     THEN /\ lock' = <<"bare", Me(p)>> /\ Go(p, "owner")
          /\ UNCHANGED <<proved, root, kernel>> /\ KeepTree /\ KeepLife
     ELSE End(p)

\* exclusive: in a directory that has an owner.json, or is gone, it fails
NWrites(p) ==
  /\ pc[p] = "owner"
  /\ IF Mine(p, "bare")
     THEN /\ lock' = <<"node", Me(p)>> /\ Go(p, "prove")
          /\ UNCHANGED <<proved, root, kernel>> /\ KeepTree /\ KeepLife
     ELSE End(p)

NProves(p) ==
  /\ pc[p] = "prove"
  /\ proved' = [proved EXCEPT ![p] = version] /\ Go(p, "last")
  /\ UNCHANGED <<root, lock, kernel>> /\ KeepTree /\ KeepLife

NLooksLast(p) ==
  /\ pc[p] = "last"
  /\ IF Mine(p, "node") /\ (version = proved[p] \/ part # "nobody") THEN Look(p, "unlink")
     ELSE /\ lock' = IF Mine(p, "node") THEN None ELSE lock
          /\ Go(p, "done") /\ UNCHANGED <<proved, root, kernel>> /\ KeepTree /\ KeepLife

\* What it loses to a late writer (S09) is not counted against us.
NUnlinks(p) ==
  /\ pc[p] = "unlink"
  /\ IF root = "there"
     THEN /\ part' = (IF part = "nobody" THEN "node" ELSE part) /\ Go(p, "rest")
          /\ UNCHANGED <<proved, root, lock, kernel, version, lost>> /\ KeepLife
     ELSE End(p)

\* owner.json, and then both directories, where they are empty
NEmpties(p) ==
  /\ pc[p] = "rest"
  /\ IF Mine(p, "node")
     THEN /\ lock' = <<"bare", Me(p)>> /\ Go(p, "rmdir")
          /\ UNCHANGED <<proved, root, kernel>> /\ KeepTree /\ KeepLife
     ELSE End(p)
NEnds(p) ==
  /\ pc[p] = "rmdir"
  /\ IF Mine(p, "bare")
     THEN /\ root' = "gone" /\ lock' = None /\ Go(p, "done")
          /\ UNCHANGED <<proved, kernel>> /\ KeepTree /\ KeepLife
     ELSE End(p)

NodeStep(p) ==
  \/ NMakes(p) \/ NWrites(p) \/ NProves(p) \/ NLooksLast(p) \/ NUnlinks(p) \/ NEmpties(p) \/ NEnds(p)

-----------------------------------------------------------------------------
(* a program that was left over: it opens by name, writes, and goes *)

WOpens(w) ==
  /\ pc[w] = "start" /\ root = "there" /\ part = "nobody" /\ Look(w, "open")
WWrites(w) ==
  /\ pc[w] = "open" /\ version < 2
  /\ version' = version + 1
  /\ lost' = (lost \/ part = "belay")
  /\ UNCHANGED <<pc, proved, root, lock, kernel, part>> /\ KeepLife
WCloses(w) == pc[w] = "open" /\ End(w)
WriterStep(w) == WOpens(w) \/ WWrites(w) \/ WCloses(w)

-----------------------------------------------------------------------------
Crash(p) ==
  /\ p \in (Belay \cup Node) \ Last /\ up[p] /\ crashes < MaxCrash /\ pc[p] \notin {"start", "done"}
  /\ crashes' = crashes + 1 /\ up' = [up EXCEPT ![p] = FALSE] /\ Go(p, "dead") /\ Free(p)
  /\ proved' = [proved EXCEPT ![p] = 0]
  /\ UNCHANGED <<inc, root, lock>> /\ KeepTree

Restart(p) ==
  /\ p \in (Belay \cup Node) \ Last /\ Ended(p) /\ inc[p] < MaxInc
  /\ up' = [up EXCEPT ![p] = TRUE] /\ inc' = [inc EXCEPT ![p] = @ + 1] /\ Go(p, "start")
  /\ proved' = [proved EXCEPT ![p] = 0]
  /\ UNCHANGED <<crashes, root, lock, kernel>> /\ KeepTree

Step(p) ==
  \/ (p \in Belay /\ BelayStep(p)) \/ (p \in Node /\ NodeStep(p))
  \/ (p \in Writer /\ WriterStep(p))

Next == \E p \in Procs : (up[p] /\ Step(p)) \/ Crash(p) \/ Restart(p)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* properties *)

Removing(p) == up[p] /\ root # "gone" /\
               ((p \in Belay /\ pc[p] \in {"move", "again", "back", "unlink", "rest"})
                \/ (p \in Node /\ pc[p] \in {"unlink", "rest"}))
OneRemover == \A p, q \in Belay \cup Node : p # q => ~(Removing(p) /\ Removing(q))
\* Belay removes nothing that was written after the proof
NothingLost == ~lost
\* Whatever was cut off, whoever comes last ends it.
EndedAtLast == \A p \in Last : pc[p] = "done" => root = "gone"
=============================================================================
