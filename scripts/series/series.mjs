// Which test proves which line of the safety plan. `series.test.mjs` fails if a number is missing here or a test no longer exists, and
// `npm run generate` makes docs/safety-tests.md from it. `tests` are the titles of tests, or `npm run …` commands. `differs` says where the
// contract decided otherwise, `open` what no test shows.
const line = (id, about, tests, more = {}) => ({ id, about, tests, ...more })

export const engine = [
  line('E1', 'mixed faults, 16 at once: one decision each, equal to the truth table', [
    'E1: sixty mixed faults through the library, run and the launcher are decided rightly',
    'npm run chaos',
  ]),
  line('E2', 'every exit code and every signal', [
    'every exit code means what the contract says, with failClosed and without',
    'every signal that ends a process is a failure',
  ]),
  line('E3', 'a hook that hangs and ignores SIGTERM', ['kills a hook that ignores SIGTERM', 'npm run chaos']),
  line('E4', 'a process that keeps stdout open', [
    'a grandchild that keeps the pipe open does not delay the result',
    'npm run chaos',
  ]),
  line('E5', 'processes that leave the group', ['kills processes that left the group'], {
    differs:
      'Processes that a hook leaves when it ends by itself keep running: they were left on purpose. Those of a hook that was ended are killed.',
  }),
  line(
    'E6',
    'a fork bomb',
    ['E6: a hook that starts hundreds of processes is decided at its timeout, and none is left'],
    { open: 'The number of processes is limited by the system, not by Hookline.' },
  ),
  line('E7', '100 MB on stdout, and output without end', [
    'of 100 MB stops the hook and costs little memory',
    'npm run chaos',
  ]),
  line(
    'E8',
    'floods on stderr and on both',
    ['on stderr is dropped above 256 KiB, and the hook continues', 'on both at once is capped on both'],
    { differs: 'A flood on stderr does not end the hook: the rest is dropped (contract §5).' },
  ),
  line('E9', 'a hook that reads nothing of 5 MB', ['E9: a hook that reads nothing of five megabytes still decides']),
  line('E10', 'stdin closed early, or read byte by byte', [
    'E10: a hook that closes its input early, or reads it byte by byte, is held to its timeout',
  ]),
  line('E11', 'encodings', [
    'that are not UTF-8 are decoded with replacement characters, and marked',
    'in UTF-16 are marked',
    'keep characters whole across the reads of a large output',
    'npm run fuzz',
  ]),
  line('E12', 'payloads of 0 bytes to 50 MB', ['E12: the decision is the same for every size of the payload']),
  line(
    'E13',
    'JSON with repeated keys, `__proto__`, depth, garbage',
    [
      'with a repeated key is unreadable, in any spelling of the key',
      'may have 64 levels, not 65',
      'may have a key __proto__, which is an ordinary key',
      'npm run fuzz',
    ],
    { differs: 'Text before a reply is allowed: the reply is the last object that ends the text (contract §5).' },
  ),
  line('E14', 'directories and scripts that are gone, not executable, without interpreter, with CRLF', [
    'a working directory that does not exist is named',
    'a working directory that is deleted while it runs is not a failure',
    'when its interpreter does not exist',
    'when it is not executable',
    'E14: a script whose first line ends with CRLF fails, and its stderr names the interpreter',
    'the reply of a trusted script that changes while it runs does not count, and its gate refuses',
  ]),
  line(
    'E15',
    'a full disk, limits on files',
    [
      'a full disk: the decision stands',
      'a denial is exit code 2 on %s',
      'a disk that takes nothing costs records, not decisions, and the next record says how many',
      'a limit on the size of files loses records, but does not end the process',
    ],
    { open: 'EIO by fault injection and quotas are not tested.' },
  ),
  line(
    'E16',
    'few descriptors, no more processes',
    [
      'E16: with 64 descriptors every event has a decision, and later ones are right again',
      'E16: where no process can be started every gate is closed, and later hooks decide again',
    ],
    { open: 'Limits on memory are not tested: they end the whole process.' },
  ),
  line('E17', 'leaks', ['200 runs leave no descriptor, no process and no file behind', 'npm run chaos']),
  line('E18', '`kill -9` while the log is written', [
    'kill -9 at any moment loses no acknowledged record and shows no incomplete one',
    'npm run chaos',
  ]),
  line(
    'E19',
    '`kill -9` of the engine while hooks run',
    [
      'E19: a hook of an engine that was killed runs on',
      'a signal to the launcher ends the hook, and the exit code names it',
    ],
    { differs: 'A hook of a killed engine runs on until it ends by itself. With the launcher, the daemon ends it.' },
  ),
  line(
    'E20',
    'a configuration that is half written',
    [
      'replaces a file, and throws where that is not possible',
      'an update killed at any step leaves the old or the new set, and the next sync completes it',
    ],
    { open: 'The order of writes after a power cut is not tested.' },
  ),
  line('E21', 'files saved during events', [
    'E21: an event sees one state of the files, however often they are saved meanwhile',
    'during an event changes nothing for that event',
  ]),
  line(
    'E22',
    'a clock that jumps',
    [
      'E22: a clock that jumps by a year in both directions changes neither timeouts nor the order of records',
      'file times in the future or a clock that was set back do not stop syncs',
    ],
    { open: 'Suspending the machine is not tested.' },
  ),
  line('E23', '64 sessions, one with a slow hook', [
    'E23: of 64 sessions, the one with a slow hook is the last to get its answer',
    '64 callers that race to start it',
    'npm run bench',
  ]),
  line(
    'E24',
    'the deadline of an event',
    [
      'E24: ten hooks that hang for 30 s each end together at the deadline of their event',
      "the event's deadline ends its hooks, and each gate's policy decides",
    ],
    { differs: 'An event has 600 s, and in `run` less than the agent waits (contract §5), not 60 s.' },
  ),
  line('E25', 'loops of follow-ups', [
    'ends the follow-ups of any agent when the rounds are used up, and says so to the person',
    'are 25 rounds and 2 without progress by default',
    'never gives more follow-ups than a limit allows',
  ]),
]

export const server = [
  line(
    'V1',
    '`kill -9` of the server under load',
    ['loses no acknowledged decision and stores none twice', 'of two replicas loses no decision and stores none twice'],
    {},
  ),
  line('V2', '`kill -9` of PostgreSQL', [
    'of the database loses no decision, stores none twice, and returns 503 with a retry time',
    'a database killed between two queries only fails that transaction',
  ]),
  line(
    'V3',
    'a database that is down',
    [
      'a machine gets the last hooks, keeps its reports and sends them later',
      'a killed database is unavailable until it starts again',
    ],
    {
      open: 'Ten minutes in a row are not tested.',
    },
  ),
  line(
    'V4',
    'a network with delays and losses',
    ['every request ends, every decision is stored once, and a machine has a whole set'],
    { open: 'Lost packets below TCP are not tested: that needs rights over the network of the machine.' },
  ),
  line('V5', '10,000 clients', ['npm run bench'], { open: 'Measured by a benchmark, not by a test.' }),
  line('V6', 'slow clients', ['slow headers are closed', 'a slow body is closed']),
  line('V7', 'oversized requests', [
    'a gzip bomb is refused during decompression',
    'a method without a script has a small limit',
  ]),
  line('V8', 'repeated and missing reports', [
    'decisions wait while the server is unreachable and are then sent once each',
    'a kill at any point loses no acknowledged decision and gives no number to two decisions',
  ]),
  line(
    'V9',
    'restarts and migrations',
    [
      'every poll is answered after at most a few retries, and every machine follows',
      'replicas that start together create the tables once',
      'a failed migration changes nothing',
      'a database of a newer version is refused',
    ],
    {
      differs: 'There are no migrations back: an earlier version refuses the database, and a backup is restored (V11).',
      open: 'Clients of earlier versions are not tested, because 0.1.0 is the first.',
    },
  ),
  line('V10', 'rate limits', [
    'the rate limit allows a burst, then a steady amount, and reports the wait time',
    'too many attempts from one address block only that address',
  ]),
  line('V11', 'backup and restore', [
    'cannot take a machine back, and the next publication reaches it',
    'without its file of numbers is refused, and the machine keeps its hooks',
  ]),
  line('V12', '100 million events', [], {
    open: 'Not tested at that size: the rows and their indexes would take tens of gigabytes and hours to write.',
  }),
]

export const client = [
  line('C1', 'flipped bytes', [
    'flipped bytes in metadata and scripts, one at a time, leave the old set or the signed set',
  ]),
  line('C2', 'downloads that are cut off', [
    'a download that is cut off anywhere leaves the old set, and the next sync installs the new one',
  ]),
  line('C3', 'a kill at each step of an installation', [
    'an update killed at any step leaves the old or the new set, and the next sync completes it',
  ]),
  line('C4', 'rollback, freeze, wrong target, slow retrieval', [
    'rollback: an older release is refused',
    'freeze: expired metadata is refused',
    'wrong target: another signed script under the name of this one is refused',
    'a slow download ends at the time limit, and the set stays',
  ]),
  line('C5', 'rotation of keys', [
    'a machine that was offline follows several key changes, and an old code still enrolls',
  ]),
  line('C6', 'a member or machine that is removed', [
    'a machine that was revoked or left is refused at once',
    'a revoked machine gets the revocation with its heartbeat',
  ]),
  line('C7', 'processes that sync at once', [
    'processes that sync at the same time take turns and leave a complete set, 50 times',
  ]),
  line('C8', 'a bundle for another team or schema', ['npm run fuzz']),
  line('C9', 'a server that is unreachable for long', [
    'the set stays while the server is unreachable, and the status shows the last sync',
  ]),
  line('C10', 'a sign-in page instead of the server', ['npm run fuzz']),
]

export const panel = [
  line('P1', 'requests of other pages', [
    'every wrong request is rejected, with safe headers and without the token in the response',
  ]),
  line('P2', 'a log with hostile texts', [
    'hostile texts arrive unchanged as JSON, never as HTML',
    'filters 12,000 rows, shows how much it has read, and does not scroll when new rows arrive',
  ]),
  line(
    'P3',
    'MCP servers that send garbage, too much or the same id twice, or end in the middle of a call',
    [
      'P3, F5: garbage, repeated ids, frames in pieces and wrong results: each call gets its own answer, once',
      'P3: a result of 10 MB and a server that ends in the middle do not end the agent',
    ],
    { differs: 'Hookline has no MCP proxy. The reference agent is the client that its hooks guard.' },
  ),
  line(
    'P4',
    'failing hooks of `beforeMCPExecution`',
    ['every exit code means what the contract says, with failClosed and without'],
    { differs: 'The default is that of the event (contract §2).' },
  ),
  line(
    'P5',
    'an agent that is killed during a call of an MCP server',
    ['P5: with %s to the agent during a call its servers end'],
    {
      differs:
        'Hookline has no MCP proxy. A server whose agent was killed ends with its input; one that ignores that runs on.',
    },
  ),
]

export const fuzz = [
  line('F1', 'hooks.json', ['npm run fuzz']),
  line('F2', 'payloads', ['npm run fuzz']),
  line('F3', 'replies', ['npm run fuzz']),
  line('F4', 'matchers', ['npm run fuzz']),
  line(
    'F5',
    'MCP frames',
    ['P3, F5: garbage, repeated ids, frames in pieces and wrong results: each call gets its own answer, once'],
    { differs: 'The parser is that of the published SDK, so its frames are not fuzzed here.' },
  ),
  line('F6', 'signed metadata and bundles', [
    'npm run fuzz',
    'flipped bytes in metadata and scripts, one at a time, leave the old set or the signed set',
  ]),
  line('F7', 'shell text', ['npm run fuzz', 'npm run bench']),
  line('F8', 'reports that a server takes in', ['npm run fuzz']),
]

/** The whole plan, by the first letter of the numbers. E26 (a day of soaking) and E27 (other systems) are runs, not tests. */
export const series = { E: engine, V: server, C: client, P: panel, F: fuzz }
export const lengths = { E: 25, V: 12, C: 10, P: 5, F: 8 }
