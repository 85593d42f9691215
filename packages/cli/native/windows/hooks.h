/* Hooks: the launcher starts them, so they have the caller's token, job, directory and environment. A thread for each one. */
enum {
  MAX_HOOKS = 256,
  /* As many readings as `run` makes after a hook has ended: a program that it left may write for ever. */
  DRAIN_READS = 32,
};

static HANDLE slot;
static CRITICAL_SECTION send_lock, job_lock;
/* The daemon takes no more. It may have answered already, so what it sent still counts. */
static volatile LONG is_deaf;
/* Until when the daemon has time: first to begin, then to answer. */
static volatile LONG64 waits_until;
static char event_id[33];

static int send_frame(char kind, const void *head, size_t head_length, const void *data, size_t length) {
  struct bytes frame = {0};
  append(&frame, &kind, 1);
  append_number(&frame, (uint32_t)(head_length + length));
  append(&frame, head, head_length);
  append(&frame, data, length);
  EnterCriticalSection(&send_lock);
  int sent = is_deaf ? -1 : write_all(slot, frame.data, frame.length, waits_until);
  if (sent != 0) InterlockedExchange(&is_deaf, 1);
  LeaveCriticalSection(&send_lock);
  free(frame.data);
  return sent;
}

static int send_part(char kind, uint32_t id, const void *data, size_t length) { return send_frame(kind, &id, sizeof id, data, length); }

/* One of a hook's three streams, at this end of its pipe. */
struct stream {
  HANDLE pipe;
  struct action action;
  char *data;
  size_t at, length;
};

struct hook {
  uint32_t id;
  HANDLE process, job;
  struct stream in, out, err;
  /* Its job is released. */
  int is_over;
};
static struct hook *hooks[MAX_HOOKS];
static int hook_count;

static void close_stream(struct stream *stream) {
  if (stream->pipe == NULL) return;
  DWORD moved;
  if (CancelIoEx(stream->pipe, &stream->action.overlapped)) GetOverlappedResult(stream->pipe, &stream->action.overlapped, &moved, TRUE);
  CloseHandle(stream->pipe);
  dismiss(&stream->action);
  stream->pipe = NULL;
}

/* Begins to read more, or to write more. The pipe is closed when there is no more. */
static void go_on(struct stream *stream, int is_input) {
  prepare(&stream->action);
  if (is_input && stream->at == stream->length) {
    close_stream(stream);
    return;
  }
  DWORD size = is_input && stream->length - stream->at < CHUNK ? (DWORD)(stream->length - stream->at) : CHUNK;
  BOOL begun = is_input ? WriteFile(stream->pipe, stream->data + stream->at, size, NULL, &stream->action.overlapped)
                        : ReadFile(stream->pipe, stream->data, size, NULL, &stream->action.overlapped);
  if (!begun && GetLastError() != ERROR_IO_PENDING) close_stream(stream);
}

static void take_output(struct hook *hook, struct stream *stream) {
  DWORD moved = 0;
  if (!GetOverlappedResult(stream->pipe, &stream->action.overlapped, &moved, FALSE)) {
    if (GetLastError() != ERROR_IO_INCOMPLETE) close_stream(stream);
    return;
  }
  if (moved > 0) send_part(stream == &hook->out ? 'O' : 'E', hook->id, stream->data, moved);
  go_on(stream, 0);
}

static void note_written(struct stream *stream) {
  DWORD moved = 0;
  if (GetOverlappedResult(stream->pipe, &stream->action.overlapped, &moved, FALSE)) {
    stream->at += moved;
    go_on(stream, 1);
  } else if (GetLastError() != ERROR_IO_INCOMPLETE)
    close_stream(stream); /* A hook may end without reading its event. */
}

static void drain(struct hook *hook, struct stream *stream) {
  for (int at = 0; at < DRAIN_READS && stream->pipe != NULL; at++) {
    if (WaitForSingleObject(stream->action.overlapped.hEvent, 0) != WAIT_OBJECT_0) break;
    take_output(hook, stream);
  }
  close_stream(stream);
}

static DWORD WINAPI attend(void *given) {
  struct hook *hook = given;
  go_on(&hook->out, 0);
  go_on(&hook->err, 0);
  go_on(&hook->in, 1);
  for (;;) {
    HANDLE watched[4] = {hook->process};
    struct stream *streams[4] = {NULL};
    DWORD count = 1;
    struct stream *all[] = {&hook->out, &hook->err, &hook->in};
    for (int at = 0; at < 3; at++)
      if (all[at]->pipe != NULL) {
        watched[count] = all[at]->action.overlapped.hEvent;
        streams[count++] = all[at];
      }
    DWORD which = WaitForMultipleObjects(count, watched, FALSE, INFINITE) - WAIT_OBJECT_0;
    if (which == 0 || which >= count) break;
    if (streams[which] == &hook->in)
      note_written(&hook->in);
    else
      take_output(hook, streams[which]);
  }
  DWORD code = 1;
  GetExitCodeProcess(hook->process, &code);
  drain(hook, &hook->out);
  drain(hook, &hook->err);
  close_stream(&hook->in);
  EnterCriticalSection(&job_lock);
  hook->is_over = 1;
  release_job(hook->job);
  LeaveCriticalSection(&job_lock);
  send_part('W', hook->id, &code, sizeof code);
  return 0;
}

/* The hook and everything that it started. */
static void end_hook(struct hook *hook) {
  EnterCriticalSection(&job_lock);
  if (!hook->is_over) TerminateJobObject(hook->job, 1);
  LeaveCriticalSection(&job_lock);
}

/* A pipe whose one end is this process's, and whose other end a program inherits. */
static int connect_stream(struct stream *stream, HANDLE *theirs, int is_input) {
  static int number;
  wchar_t path[256];
  if (swprintf(path, 256, L"\\\\.\\pipe\\hookline-%ls-%hs-%d", user_sid, event_id, number++) < 0) return -1;
  DWORD mode = (is_input ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE;
  HANDLE own = CreateNamedPipeW(path, mode, PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, CHUNK, CHUNK, 0, &only_user);
  if (own == INVALID_HANDLE_VALUE) return -1;
  DWORD access = is_input ? GENERIC_READ | FILE_WRITE_ATTRIBUTES : GENERIC_WRITE | FILE_READ_ATTRIBUTES;
  *theirs = CreateFileW(path, access, 0, NULL, OPEN_EXISTING, 0, NULL);
  if (*theirs == INVALID_HANDLE_VALUE) {
    *theirs = NULL;
    CloseHandle(own);
    return -1;
  }
  stream->pipe = own;
  if (!is_input) stream->data = allocate(NULL, CHUNK);
  return 0;
}

/* After a text inside a frame, or NULL if it has no end there. */
static const char *skip_text(const char *at, const char *end) {
  const char *zero = at != NULL && at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
  return zero == NULL ? NULL : zero + 1;
}

static const char *skip_list(const char *at, const char *end) {
  if (at == NULL || end - at < 4) return NULL;
  uint32_t count = read_number(at);
  at += 4;
  for (uint32_t one = 0; one < count && at != NULL; one++) at = skip_text(at, end);
  return at;
}

/* Whether a frame has all parts of a hook. */
static int is_command(const char *body, size_t length) {
  const char *end = body + length;
  return length >= 4 && skip_list(skip_text(skip_list(body + 4, end), end), end) != NULL;
}

/* A list of texts inside a frame that is whole. */
static wchar_t **read_list(const char **at, size_t *count, size_t more) {
  *count = read_number(*at);
  *at += 4;
  wchar_t **list = allocate(NULL, (*count + more + 1) * sizeof *list);
  for (size_t one = 0; one < *count; one++) {
    list[one] = to_wide(*at, -1);
    *at += strlen(*at) + 1;
  }
  return list;
}

/* Without these many programs of Windows do not start: Node adds them to every process too. */
static wchar_t *complete_block(wchar_t **list, size_t count) {
  static const wchar_t *const required[] = {L"HOMEDRIVE", L"HOMEPATH", L"LOGONSERVER", L"PATH", L"SYSTEMDRIVE", L"SYSTEMROOT",
                                            L"TEMP", L"USERDOMAIN", L"USERNAME", L"USERPROFILE", L"WINDIR"};
  for (size_t one = 0; one < sizeof required / sizeof *required; one++) {
    size_t length = wcslen(required[one]), at = 0;
    while (at < count && !(_wcsnicmp(list[at], required[one], length) == 0 && list[at][length] == L'=')) at++;
    static wchar_t value[32768];
    if (at < count || GetEnvironmentVariableW(required[one], value, 32768) == 0) continue;
    wchar_t *entry = allocate(NULL, (length + wcslen(value) + 2) * sizeof *entry);
    swprintf(entry, length + wcslen(value) + 2, L"%ls=%ls", required[one], value);
    list[count++] = entry;
  }
  return make_block(list, count);
}

/* By the numbers that Node knows. */
static uint32_t failure_number(DWORD failure) {
  enum { NO_ENTRY = 2, AGAIN = 11, NO_MEMORY = 12, NO_ACCESS = 13, INVALID = 22 };
  if (failure == ERROR_FILE_NOT_FOUND || failure == ERROR_PATH_NOT_FOUND || failure == ERROR_DIRECTORY) return NO_ENTRY;
  if (failure == ERROR_ACCESS_DENIED) return NO_ACCESS;
  if (failure == ERROR_NOT_ENOUGH_MEMORY || failure == ERROR_OUTOFMEMORY) return NO_MEMORY;
  return failure == ERROR_NO_SYSTEM_RESOURCES ? AGAIN : INVALID;
}

/* Daemon: start this hook. The frame is id, program and command line, directory, variables, stdin. */
static int start_hook(const char *body, size_t length) {
  const char *at = body + 4, *end = body + length;
  size_t words, count;
  struct hook *hook = allocate(NULL, sizeof *hook);
  memset(hook, 0, sizeof *hook);
  hook->id = read_number(body);
  wchar_t **program = read_list(&at, &words, 0);
  wchar_t *directory_of_hook = to_wide(at, -1);
  at += strlen(at) + 1;
  wchar_t **variables = read_list(&at, &count, 16);
  hook->in.length = (size_t)(end - at);
  hook->in.data = allocate(NULL, hook->in.length + 1);
  memcpy(hook->in.data, at, hook->in.length);
  HANDLE in = NULL, out = NULL, err = NULL;
  DWORD pid = 0, failure = 0;
  hook->job = new_job(0);
  if (hook->job == NULL || hook_count == MAX_HOOKS || words != 2 || connect_stream(&hook->in, &in, 1) != 0 ||
      connect_stream(&hook->out, &out, 0) != 0 || connect_stream(&hook->err, &err, 0) != 0)
    failure = ERROR_NO_SYSTEM_RESOURCES;
  else {
    struct start start = {program[0], program[1], directory_of_hook, complete_block(variables, count), in, out, err, CREATE_NO_WINDOW, hook->job};
    hook->process = start_process(&start, &pid);
    if (hook->process == NULL) failure = GetLastError();
  }
  if (in != NULL) CloseHandle(in);
  if (out != NULL) CloseHandle(out);
  if (err != NULL) CloseHandle(err);
  if (failure != 0) {
    uint32_t reported = failure_number(failure);
    return send_part('F', hook->id, &reported, sizeof reported);
  }
  hooks[hook_count++] = hook;
  /* Before anything of the hook: its thread begins afterwards. */
  int sent = send_part('P', hook->id, &pid, sizeof pid);
  CloseHandle(CreateThread(NULL, CHUNK, attend, hook, 0, NULL));
  return sent;
}
