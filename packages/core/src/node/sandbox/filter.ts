/** The seccomp filter of a sandbox as the bytes that the kernel loads: system calls that fail in it (CONTRACT §19). */
import type { SandboxLevel } from '../../flow.ts'

interface Architecture {
  /** The kernel's number of the architecture. */
  readonly audit: number
  /** Numbers of system calls, by name. Calls that only some architectures have are absent in the others. */
  readonly calls: Readonly<Record<string, number>>
  /** From this number on, the calls are those of another form of programs. */
  readonly otherForm?: number
}

/** Calls with the same number everywhere. */
const common = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  pidfd_getfd: 438,
  mount_setattr: 442,
  fchmodat2: 452,
  setxattrat: 463,
  removexattrat: 466,
  open_tree_attr: 467,
  file_setattr: 469,
}
/** The first number that this file does not know. A newer call could do what an older one must not. */
const FIRST_UNKNOWN = 470

const architectures: Readonly<Partial<Record<NodeJS.Architecture, Architecture>>> = {
  x64: {
    audit: 0xc000003e,
    otherForm: 0x40000000,
    calls: {
      ...common,
      ioctl: 16,
      shmget: 29,
      shmat: 30,
      shmctl: 31,
      socket: 41,
      connect: 42,
      accept: 43,
      bind: 49,
      listen: 50,
      socketpair: 53,
      clone: 56,
      semget: 64,
      semop: 65,
      semctl: 66,
      shmdt: 67,
      msgget: 68,
      msgsnd: 69,
      msgrcv: 70,
      msgctl: 71,
      chmod: 90,
      fchmod: 91,
      chown: 92,
      fchown: 93,
      lchown: 94,
      ptrace: 101,
      utime: 132,
      setpriority: 141,
      sched_setparam: 142,
      sched_setscheduler: 144,
      pivot_root: 155,
      mount: 165,
      umount2: 166,
      setxattr: 188,
      lsetxattr: 189,
      fsetxattr: 190,
      removexattr: 197,
      lremovexattr: 198,
      fremovexattr: 199,
      sched_setaffinity: 203,
      semtimedop: 220,
      utimes: 235,
      mq_open: 240,
      mq_unlink: 241,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      ioprio_set: 251,
      fchownat: 260,
      futimesat: 261,
      fchmodat: 268,
      unshare: 272,
      utimensat: 280,
      accept4: 288,
      perf_event_open: 298,
      prlimit64: 302,
      open_by_handle_at: 304,
      setns: 308,
      process_vm_readv: 310,
      process_vm_writev: 311,
      sched_setattr: 314,
      bpf: 321,
      userfaultfd: 323,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    calls: {
      ...common,
      setxattr: 5,
      lsetxattr: 6,
      fsetxattr: 7,
      removexattr: 14,
      lremovexattr: 15,
      fremovexattr: 16,
      ioctl: 29,
      ioprio_set: 30,
      umount2: 39,
      mount: 40,
      pivot_root: 41,
      fchmod: 52,
      fchmodat: 53,
      fchownat: 54,
      fchown: 55,
      utimensat: 88,
      unshare: 97,
      ptrace: 117,
      sched_setparam: 118,
      sched_setscheduler: 119,
      sched_setaffinity: 122,
      setpriority: 140,
      mq_open: 180,
      mq_unlink: 181,
      msgget: 186,
      msgctl: 187,
      msgrcv: 188,
      msgsnd: 189,
      semget: 190,
      semctl: 191,
      semtimedop: 192,
      semop: 193,
      shmget: 194,
      shmctl: 195,
      shmat: 196,
      shmdt: 197,
      socket: 198,
      socketpair: 199,
      bind: 200,
      listen: 201,
      accept: 202,
      connect: 203,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      clone: 220,
      perf_event_open: 241,
      accept4: 242,
      prlimit64: 261,
      open_by_handle_at: 265,
      setns: 268,
      process_vm_readv: 270,
      process_vm_writev: 271,
      sched_setattr: 274,
      bpf: 280,
      userfaultfd: 282,
    },
  },
}

const never = [
  ...['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'perf_event_open', 'bpf', 'userfaultfd'],
  ...['mount', 'umount2', 'pivot_root', 'open_tree', 'move_mount', 'fsopen', 'fsconfig', 'fsmount', 'fspick'],
  ...['mount_setattr', 'open_tree_attr', 'unshare', 'setns', 'open_by_handle_at', 'add_key', 'request_key', 'keyctl'],
]
/** Their absence makes programs use other calls, which this filter sees. The flags of clone3 are in memory, where it cannot look. */
const missing = ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'clone3']
const ofServers = ['connect', 'bind', 'listen', 'accept', 'accept4']
/** Changes of files that Landlock does not know. */
const ofFiles = [
  ...['chmod', 'fchmod', 'fchmodat', 'fchmodat2', 'chown', 'fchown', 'lchown', 'fchownat'],
  ...['utime', 'utimes', 'utimensat', 'futimesat', 'setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'],
  ...['removexattr', 'lremovexattr', 'fremovexattr', 'removexattrat', 'file_setattr'],
]
/** What processes of the machine share, for a sandbox without namespaces of its own. */
const shared = [
  ...['shmget', 'shmat', 'shmctl', 'shmdt', 'msgget', 'msgsnd', 'msgrcv', 'msgctl'],
  ...['semget', 'semop', 'semctl', 'semtimedop', 'mq_open', 'mq_unlink'],
]
/** Their first argument is a process; 0 is the caller. */
const byProcess = ['prlimit64', 'sched_setparam', 'sched_setscheduler', 'sched_setaffinity', 'sched_setattr']
/** Their first argument says what the second one is, with this number for a process. */
const byKind = { setpriority: 0, ioprio_set: 1 }
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000

/** AF_INET and AF_INET6. */
const internet = [2, 10]
/** By NETLINK_ROUTE, which is 0, programs find the addresses of the machine. */
const AF_NETLINK = 16
const AF_UNIX = 1
/** A stream or a sequence of packets stays connected to its other end. Datagrams could be sent elsewhere. */
const connectedTypes = [1, 5]
/** TIOCSTI and TIOCLINUX put text into a terminal as if a person had typed it. */
const terminalRequests = [0x5412, 0x541c]
/**
 * A request of ioctl says whether it reads, and whom it is for. Those for file systems change attributes, make a file unwritable for
 * ever (fs-verity) or create volumes, all through a descriptor that can only read.
 */
const requests = {
  direction: 0xc0000000,
  reading: 0x80000000,
  kind: 0xff00,
  /** Terminals, with the flags of every descriptor, and sockets. */
  kinds: [0x5400, 0x8900],
  /** FIGETBSZ and FIEMAP only read, and do not say so. */
  harmless: [0x2, 0xc020660b],
}

const EPERM = 1
const ENOTTY = 25
const ENOSYS = 38
const allowCall = 0x7fff0000
const failCall = (error: number): number => 0x00050000 | error
const LOAD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const AND = 0x54
const RETURN = 0x06
const offsets = { call: 0, architecture: 4, first: 16, second: 24, third: 32 } as const

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]
const load = (offset: number): Instruction => [LOAD, 0, 0, offset]
const answer = (value: number): Instruction => [RETURN, 0, 0, value]
/** The instructions run only for this value. They end the filter. */
const when = (value: number, then: readonly Instruction[]): readonly Instruction[] => [
  [JUMP_IF_EQUAL, 0, then.length, value],
  ...then,
]
const oneOf = (values: readonly number[], result: number): readonly Instruction[] =>
  values.flatMap((value) => when(value, [answer(result)]))

interface FilterOptions {
  readonly level: SandboxLevel
  /** Landlock: its rules do not know all changes of a file, and the hook sees the machine's other processes. */
  readonly withoutNamespaces: boolean
}

/** Undefined for an architecture whose calls are not known here. */
function makeFilter(
  { level, withoutNamespaces }: FilterOptions,
  architecture: NodeJS.Architecture = process.arch,
): Buffer | undefined {
  const row = architectures[architecture]
  if (row === undefined) return undefined
  const numbers = (names: readonly string[]) => names.flatMap((name) => row.calls[name] ?? [])
  const fails = (names: readonly string[], error = EPERM) => oneOf(numbers(names), failCall(error))
  const call = (name: string, then: readonly Instruction[]) => when(row.calls[name] ?? -1 >>> 0, then)
  const hasNetwork = level === 'read-only'
  const writes = level === 'no-network'
  return encode([
    load(offsets.architecture),
    // Programs of another architecture have other numbers.
    [JUMP_IF_EQUAL, 1, 0, row.audit],
    answer(failCall(EPERM)),
    load(offsets.call),
    ...(row.otherForm === undefined
      ? []
      : ([[JUMP_IF_AT_LEAST, 0, 1, row.otherForm], answer(failCall(EPERM))] satisfies Instruction[])),
    [JUMP_IF_AT_LEAST, 0, 1, FIRST_UNKNOWN],
    answer(failCall(ENOSYS)),
    ...fails(never),
    ...fails(missing, ENOSYS),
    ...(hasNetwork ? [] : fails(ofServers)),
    ...(withoutNamespaces ? [...(writes ? [] : fails(ofFiles)), ...fails(shared), ...onlyForItself(call)] : []),
    ...call('clone', [
      load(offsets.first),
      [JUMP_IF_ANY_BIT, 0, 1, NEW_NAMESPACES],
      answer(failCall(EPERM)),
      answer(allowCall),
    ]),
    ...call('socket', [...(hasNetwork ? internetSockets : []), answer(failCall(EPERM))]),
    ...call('socketpair', [
      load(offsets.first),
      [JUMP_IF_EQUAL, 1, 0, AF_UNIX],
      answer(failCall(EPERM)),
      load(offsets.second),
      [AND, 0, 0, 0xf],
      ...oneOf(connectedTypes, allowCall),
      answer(failCall(EPERM)),
    ]),
    ...call('ioctl', [
      load(offsets.second),
      ...oneOf(terminalRequests, failCall(EPERM)),
      ...(withoutNamespaces && !writes ? onlyHarmlessRequests : []),
      answer(allowCall),
    ]),
    answer(allowCall),
  ])
}

/** What a program takes for a file system without such requests, as for `cp --reflink`. */
const onlyHarmlessRequests: readonly Instruction[] = [
  ...oneOf(requests.harmless, allowCall),
  [AND, 0, 0, requests.direction],
  ...when(requests.reading, [answer(allowCall)]),
  load(offsets.second),
  [AND, 0, 0, requests.kind],
  ...oneOf(requests.kinds, allowCall),
  answer(failCall(ENOTTY)),
]

const internetSockets: readonly Instruction[] = [
  load(offsets.first),
  ...oneOf(internet, allowCall),
  [JUMP_IF_EQUAL, 1, 0, AF_NETLINK],
  answer(failCall(EPERM)),
  load(offsets.third),
  ...when(0, [answer(allowCall)]),
]

/** A process may change its own limits and priority. */
function onlyForItself(
  call: (name: string, then: readonly Instruction[]) => readonly Instruction[],
): readonly Instruction[] {
  const ifZero = [...when(0, [answer(allowCall)]), answer(failCall(EPERM))]
  return [
    ...byProcess.flatMap((name) => call(name, [load(offsets.first), ...ifZero])),
    ...Object.entries(byKind).flatMap(([name, ofProcess]) =>
      call(name, [
        load(offsets.first),
        [JUMP_IF_EQUAL, 1, 0, ofProcess],
        answer(failCall(EPERM)),
        load(offsets.second),
        ...ifZero,
      ]),
    ),
  ]
}

/** Whether the calls of this machine are known. */
export const hasFilter = (): boolean => makeFilter({ level: 'strict', withoutNamespaces: true }) !== undefined

/** Throws where the calls of the machine are not known. */
export function filterFor(level: SandboxLevel, kind: 'bubblewrap' | 'landlock'): Buffer {
  const filter = makeFilter({ level, withoutNamespaces: kind === 'landlock' })
  if (filter === undefined) throw new Error(`there is no filter for ${process.arch}`)
  return filter
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * instructions.length)
  for (const [at, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, 8 * at)
    bytes.writeUInt8(ifTrue, 8 * at + 2)
    bytes.writeUInt8(ifFalse, 8 * at + 3)
    bytes.writeUInt32LE(value >>> 0, 8 * at + 4)
  }
  return bytes
}
