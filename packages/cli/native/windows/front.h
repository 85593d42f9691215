/*
 * The front: it owns the pipes, starts the daemon, and hands each caller that is confined as it is one of the daemon's connections
 * (a "slot"). It ends when the daemon does, when it is asked to, and after a while without a caller.
 */
enum {
  /* How long each side waits for the other. */
  FRONT_MS = 500,
  IDLE_MS = 15 * 60 * 1000,
  /* A daemon that could not start is not started again for so long: until then every event would start Node twice. */
  RETRY_MS = 60 * 1000,
  /* A daemon that opens no slot for so long after a caller found none is ended. */
  STUCK_MS = 10 * 1000,
  MAX_SLOTS = 64,
  CALLER_THREADS = 16,
  SLOT_THREADS = 4,
};

/* What a caller writes: 'S' asks for a slot and 'E' for the end, then the name of the daemon that it wants. */
struct wish {
  char kind;
  char name[NAME];
};

static HANDLE slots[MAX_SLOTS], has_slot, has_ended, daemon_process;
static int slot_count;
static volatile LONG has_daemon;
/* `starved_since`: since when a caller has found no slot and none has come. */
static volatile LONG64 last_caller, starved_since;
static DWORD daemon_id;
static CRITICAL_SECTION slot_lock;
static wchar_t public_pipe[256], slot_pipe[256];

static HANDLE take_free_slot(void) {
  for (;;) {
    HANDLE slot = NULL;
    if (WaitForSingleObject(has_slot, FRONT_MS) != WAIT_OBJECT_0) return NULL;
    EnterCriticalSection(&slot_lock);
    if (slot_count > 0) slot = slots[--slot_count];
    LeaveCriticalSection(&slot_lock);
    if (slot == NULL || is_connected(slot)) return slot;
    CloseHandle(slot);
  }
}

static void add_slot(HANDLE slot) {
  EnterCriticalSection(&slot_lock);
  int fits = slot_count < MAX_SLOTS;
  if (fits) slots[slot_count++] = slot;
  LeaveCriticalSection(&slot_lock);
  if (!fits) {
    CloseHandle(slot);
    return;
  }
  InterlockedExchange(&has_daemon, 1);
  InterlockedExchange64(&starved_since, 0);
  ReleaseSemaphore(has_slot, 1, NULL);
}

static DWORD WINAPI accept_slots(void *first) {
  for (HANDLE pipe = first; WaitForSingleObject(has_ended, 0) != WAIT_OBJECT_0; pipe = NULL) {
    ULONG pid = 0;
    if (pipe == NULL) pipe = new_pipe(slot_pipe, 0);
    if (pipe == NULL) return 1;
    int came = wait_for_caller(pipe, has_ended) == 0;
    if (came && GetNamedPipeClientProcessId(pipe, &pid) && pid == daemon_id)
      add_slot(pipe);
    else
      CloseHandle(pipe);
  }
  return 0;
}

/* Gives the caller a handle of its own. A front that may not do that to a process may not serve it either. */
static void hand_over(HANDLE pipe, HANDLE caller) {
  HANDLE theirs = NULL;
  HANDLE slot = take_free_slot();
  if (slot == NULL) {
    InterlockedCompareExchange64(&starved_since, now_ms(), 0);
    return;
  }
  if (!DuplicateHandle(GetCurrentProcess(), slot, caller, &theirs, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
    add_slot(slot);
    return;
  }
  CloseHandle(slot);
  uint64_t value = (uint64_t)(ULONG_PTR)theirs;
  write_all(pipe, (const char *)&value, sizeof value, now_ms() + FRONT_MS);
  /* The caller closes its end when it has read. */
  read_some(pipe, &value, sizeof value, now_ms() + FRONT_MS, has_ended);
}

static void serve_caller(HANDLE pipe) {
  struct wish wish;
  ULONG pid;
  HANDLE caller = NULL;
  if (read_all(pipe, &wish, sizeof wish, now_ms() + 2 * FRONT_MS, has_ended) != 0 || memcmp(wish.name, name, NAME) != 0) return;
  if (GetNamedPipeClientProcessId(pipe, &pid)) caller = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_DUP_HANDLE, FALSE, pid);
  if (caller == NULL) return;
  /* Asked once the process is held, so its id is not that of another one by now. */
  int is_admitted = is_connected(pipe) && is_equally_confined(caller);
  if (is_admitted && wish.kind == 'E') SetEvent(has_ended);
  /* While the daemon starts, a caller answers by itself, which is no slower. */
  if (is_admitted && wish.kind == 'S' && has_daemon) {
    InterlockedExchange64(&last_caller, now_ms());
    hand_over(pipe, caller);
  }
  CloseHandle(caller);
}

static DWORD WINAPI accept_callers(void *first) {
  HANDLE pipe = first != NULL ? first : new_pipe(public_pipe, 0);
  while (pipe != NULL && WaitForSingleObject(has_ended, 0) != WAIT_OBJECT_0) {
    if (wait_for_caller(pipe, has_ended) == 0) serve_caller(pipe);
    DisconnectNamedPipe(pipe);
  }
  if (pipe != NULL) CloseHandle(pipe);
  return 0;
}

/* The variables that the name of the daemon depends on, and nothing of a caller that makes a program load other code. */
static wchar_t *daemon_variables(int is_daemon) {
  static wchar_t root[MAX_WIDE], path[MAX_WIDE + 40];
  wchar_t windows[MAX_WIDE] = {0};
  wchar_t **all = own_variables();
  size_t count = 0, total = 0;
  while (all[total] != NULL) total++;
  all = allocate(all, (total + 4) * sizeof *all);
  for (size_t at = 0; at < total; at++)
    if (is_identity(all[at]) && !(is_daemon && _wcsnicmp(all[at], L"SystemRoot=", 11) == 0)) all[count++] = all[at];
  GetSystemWindowsDirectoryW(windows, MAX_WIDE - 16);
  swprintf(root, MAX_WIDE, L"SystemRoot=%ls", windows);
  swprintf(path, MAX_WIDE + 40, L"PATH=%ls\\System32;%ls", windows, windows);
  if (is_daemon) all[count++] = root;
  all[count++] = path;
  wchar_t *block = make_block(all, count);
  free(all);
  return block;
}

static int start_daemon(void) {
  wchar_t log[MAX_WIDE], system[MAX_WIDE];
  size_t size = wcslen(script) + wcslen(slot_pipe) + 200;
  wchar_t *more = allocate(NULL, size * sizeof *more);
  /* The daemon starts no hook: a context of zeros says that callers cannot be compared enough for that. */
  swprintf(more, size, L"--max-semi-space-size=2 --no-flush-bytecode --always-sparkplug --single-threaded-gc \"%ls\" daemon --serve %ls --context 0000000000000000",
           script, slot_pipe);
  if (file_of(name, L".log", log) != 0 || GetSystemDirectoryW(system, MAX_WIDE) == 0) return -1;
  HANDLE errors = CreateFileW(log, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
  HANDLE null = open_null();
  struct start start = {node, command_line(node, more), system, daemon_variables(1), null, null, errors, CREATE_NO_WINDOW, NULL};
  daemon_process = start_process(&start, &daemon_id);
  CloseHandle(errors);
  CloseHandle(null);
  return daemon_process == NULL ? -1 : 0;
}

/* Calls back for each front whose mark is in the directory. Marks go away with their process, however it ends. */
static void each_front(void (*visit)(const char *daemon)) {
  wchar_t pattern[MAX_WIDE];
  WIN32_FIND_DATAW found;
  if (join_path(pattern, directory, L"\\*.front") != 0) return;
  HANDLE list = FindFirstFileW(pattern, &found);
  if (list == INVALID_HANDLE_VALUE) return;
  do {
    char daemon[NAME];
    if (wcslen(found.cFileName) != NAME - 1 + 6) continue;
    for (int at = 0; at < NAME - 1; at++) daemon[at] = (char)found.cFileName[at];
    daemon[NAME - 1] = 0;
    visit(daemon);
  } while (FindNextFileW(list, &found));
  FindClose(list);
}

static HANDLE open_front(const char *daemon, int64_t until) {
  wchar_t path[256];
  if (pipe_of(daemon, L"", path) != 0) return NULL;
  for (;;) {
    /* The other side may learn who this is, and may not act as this process. */
    HANDLE pipe = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING,
                              FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, NULL);
    if (pipe != INVALID_HANDLE_VALUE) return pipe;
    if (GetLastError() != ERROR_PIPE_BUSY) return NULL;
    DWORD left = left_until(until);
    if (left == 0 || !WaitNamedPipeW(path, left)) {
      SetLastError(ERROR_PIPE_BUSY);
      return NULL;
    }
  }
}

static void end_front(const char *daemon) {
  HANDLE pipe = open_front(daemon, now_ms() + FRONT_MS);
  if (pipe == NULL) return;
  struct wish wish = {'E', {0}};
  memcpy(wish.name, daemon, NAME);
  write_all(pipe, (const char *)&wish, sizeof wish, now_ms() + FRONT_MS);
  char nothing;
  read_some(pipe, &nothing, 1, now_ms() + FRONT_MS, NULL);
  CloseHandle(pipe);
}

/* A front of an earlier build at this place serves what it began, and takes nothing new. */
static void end_earlier(const char *daemon) {
  if (strncmp(daemon, name, PREFIX) == 0 && strcmp(daemon, name) != 0) end_front(daemon);
}

static void print_front(const char *daemon) {
  ULONG pid;
  HANDLE pipe = open_front(daemon, now_ms() + FRONT_MS);
  if (pipe != NULL && GetNamedPipeServerProcessId(pipe, &pid)) printf("%lu %s\n", pid, daemon);
  if (pipe != NULL) CloseHandle(pipe);
}

/* Until the daemon ends, or nobody needs it. */
static void watch_daemon(void) {
  HANDLE watched[] = {daemon_process, has_ended};
  last_caller = now_ms();
  while (WaitForMultipleObjects(2, watched, FALSE, 1000) == WAIT_TIMEOUT) {
    int64_t now = now_ms();
    int64_t since = starved_since;
    if (since != 0 && now - since > STUCK_MS) TerminateProcess(daemon_process, 1);
    if (now - last_caller > IDLE_MS) break;
  }
}

static void leave_marks(void) {
  wchar_t path[MAX_WIDE];
  WIN32_FILE_ATTRIBUTE_DATA log;
  if (file_of(name, L".failed", path) == 0) {
    if (has_daemon)
      DeleteFileW(path);
    else
      CloseHandle(CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL));
  }
  if (file_of(name, L".log", path) == 0 && GetFileAttributesExW(path, GetFileExInfoStandard, &log) && log.nFileSizeLow == 0) DeleteFileW(path);
}

/* Held as long as the front runs, and gone with it. Only one process can have it. */
static HANDLE hold_mark(void) {
  wchar_t path[MAX_WIDE];
  if (file_of(name, L".front", path) != 0) return INVALID_HANDLE_VALUE;
  return CreateFileW(path, GENERIC_WRITE | DELETE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
                     FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
}

static int run_front(void) {
  HANDLE threads[CALLER_THREADS + SLOT_THREADS];
  DWORD count = 0;
  if (name_daemon() != 0 || find_directory() != 0) return 1;
  HANDLE mark = hold_mark();
  if (mark == INVALID_HANDLE_VALUE) return 0;
  InitializeCriticalSection(&slot_lock);
  has_slot = CreateSemaphoreW(NULL, 0, 0x7fffffff, NULL);
  has_ended = CreateEventW(NULL, TRUE, FALSE, NULL);
  if (pipe_of(name, L"", public_pipe) != 0 || pipe_of(name, L"-slots", slot_pipe) != 0) return 1;
  HANDLE slot = new_pipe(slot_pipe, 1), caller = new_pipe(public_pipe, 1);
  if (slot == NULL || caller == NULL || start_daemon() != 0) {
    leave_marks();
    return 1;
  }
  for (int at = 0; at < SLOT_THREADS; at++) threads[count++] = CreateThread(NULL, CHUNK, accept_slots, at == 0 ? slot : NULL, 0, NULL);
  for (int at = 0; at < CALLER_THREADS; at++) threads[count++] = CreateThread(NULL, CHUNK, accept_callers, at == 0 ? caller : NULL, 0, NULL);
  each_front(end_earlier);
  watch_daemon();
  SetEvent(has_ended);
  WaitForMultipleObjects(count, threads, TRUE, 4 * FRONT_MS);
  CloseHandle(mark);
  /* The daemon sees its free slots close, ends what it began, and exits. */
  EnterCriticalSection(&slot_lock);
  while (slot_count > 0) CloseHandle(slots[--slot_count]);
  LeaveCriticalSection(&slot_lock);
  WaitForSingleObject(daemon_process, INFINITE);
  leave_marks();
  return 0;
}
