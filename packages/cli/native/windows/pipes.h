/* Named pipes of this user alone, and reading and writing with a deadline. */

/* The first part of the name of every pipe: those of another user are others. */
static wchar_t user_sid[200];
static SECURITY_ATTRIBUTES only_user = {sizeof only_user, NULL, FALSE};

/*
 * Only this user, whatever is inherited, and no process with a lower integrity level. 0 if it was made: without it there is no pipe.
 */
static int protect_pipes(const wchar_t *integrity) {
  wchar_t text[700];
  if (swprintf(text, 700, L"O:%lsD:P(A;;GA;;;%ls)S:(ML;;NWNR;;;%ls)", user_sid, user_sid, integrity) < 0) return -1;
  return ConvertStringSecurityDescriptorToSecurityDescriptorW(text, SDDL_REVISION_1, &only_user.lpSecurityDescriptor, NULL) ? 0 : -1;
}

/* NULL if it cannot be made. The first one of a name fails if there is such a pipe already, whoever has it. */
static HANDLE new_pipe(const wchar_t *path, int is_first) {
  DWORD mode = PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | (is_first ? FILE_FLAG_FIRST_PIPE_INSTANCE : 0);
  HANDLE pipe = CreateNamedPipeW(path, mode, PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                 PIPE_UNLIMITED_INSTANCES, CHUNK, CHUNK, 0, &only_user);
  return pipe == INVALID_HANDLE_VALUE ? NULL : pipe;
}

/* One reading, writing or waiting that is under way. */
struct action {
  OVERLAPPED overlapped;
};

static void prepare(struct action *action) {
  HANDLE event = action->overlapped.hEvent;
  memset(&action->overlapped, 0, sizeof action->overlapped);
  action->overlapped.hEvent = event != NULL ? event : CreateEventW(NULL, TRUE, FALSE, NULL);
}

static void dismiss(struct action *action) {
  if (action->overlapped.hEvent != NULL) CloseHandle(action->overlapped.hEvent);
  action->overlapped.hEvent = NULL;
}

/* Waits for what has begun, until the moment or until `also` is set. -1 if it failed or was given up, otherwise the bytes. */
static int64_t finish(HANDLE file, struct action *action, int64_t until, HANDLE also) {
  HANDLE waited[] = {action->overlapped.hEvent, also};
  DWORD moved = 0;
  WaitForMultipleObjects(also == NULL ? 1 : 2, waited, FALSE, until < 0 ? INFINITE : left_until(until));
  if (GetOverlappedResult(file, &action->overlapped, &moved, FALSE)) return moved;
  if (GetLastError() != ERROR_IO_INCOMPLETE) return -1;
  CancelIoEx(file, &action->overlapped);
  /* It may have ended just now. What has arrived counts. */
  return GetOverlappedResult(file, &action->overlapped, &moved, TRUE) && moved > 0 ? moved : -1;
}

static int64_t read_some(HANDLE file, void *to, size_t size, int64_t until, HANDLE also) {
  struct action action = {0};
  prepare(&action);
  BOOL begun = ReadFile(file, to, (DWORD)size, NULL, &action.overlapped) || GetLastError() == ERROR_IO_PENDING;
  int64_t length = begun ? finish(file, &action, until, also) : -1;
  dismiss(&action);
  return length;
}

static int read_all(HANDLE file, void *to, size_t size, int64_t until, HANDLE also) {
  for (size_t at = 0; at < size;) {
    int64_t length = read_some(file, (char *)to + at, size - at, until, also);
    if (length <= 0) return -1;
    at += (size_t)length;
  }
  return 0;
}

static int write_all(HANDLE file, const char *data, size_t length, int64_t until) {
  struct action action = {0};
  size_t at = 0;
  while (at < length) {
    DWORD part = length - at > CHUNK ? CHUNK : (DWORD)(length - at);
    prepare(&action);
    BOOL begun = WriteFile(file, data + at, part, NULL, &action.overlapped) || GetLastError() == ERROR_IO_PENDING;
    int64_t written = begun ? finish(file, &action, until, NULL) : -1;
    if (written <= 0) break;
    at += (size_t)written;
  }
  dismiss(&action);
  return at == length ? 0 : -1;
}

/* Waits for a caller. 0 if one came, -1 when `also` is set. */
static int wait_for_caller(HANDLE pipe, HANDLE also) {
  struct action action = {0};
  prepare(&action);
  int came = ConnectNamedPipe(pipe, &action.overlapped) || GetLastError() == ERROR_PIPE_CONNECTED;
  if (!came && GetLastError() == ERROR_IO_PENDING) {
    HANDLE waited[] = {action.overlapped.hEvent, also};
    DWORD moved;
    WaitForMultipleObjects(2, waited, FALSE, INFINITE);
    came = GetOverlappedResult(pipe, &action.overlapped, &moved, FALSE);
    if (!came && GetLastError() == ERROR_IO_INCOMPLETE) {
      CancelIoEx(pipe, &action.overlapped);
      came = GetOverlappedResult(pipe, &action.overlapped, &moved, TRUE);
    }
  }
  dismiss(&action);
  return came ? 0 : -1;
}

static int is_connected(HANDLE pipe) {
  DWORD waiting;
  return PeekNamedPipe(pipe, NULL, 0, NULL, &waiting, NULL) != 0;
}
