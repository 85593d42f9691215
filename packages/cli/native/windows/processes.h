/* Starts programs, with exactly the three handles that they are given. */

struct start {
  const wchar_t *program;
  wchar_t *line;
  /* NULL: those of this process. */
  const wchar_t *directory;
  wchar_t *variables;
  HANDLE in, out, err;
  DWORD flags;
  /* The program and all that it starts are in it. */
  HANDLE job;
};

/* A program inherits nothing else that this process has: a handle that it kept open would keep an agent waiting. */
static HANDLE start_process(const struct start *start, DWORD *pid) {
  STARTUPINFOEXW info = {0};
  PROCESS_INFORMATION made = {0};
  HANDLE given[3], all[] = {start->in, start->out, start->err};
  size_t count = 0, size = 0;
  info.StartupInfo.cb = sizeof info;
  for (int at = 0; at < 3; at++) {
    int is_new = all[at] != NULL && all[at] != INVALID_HANDLE_VALUE;
    for (size_t other = 0; other < count; other++) is_new &= given[other] != all[at];
    if (is_new && SetHandleInformation(all[at], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT)) given[count++] = all[at];
  }
  if (count > 0) {
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    info.lpAttributeList = allocate(NULL, size);
    if (!InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &size) ||
        !UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, given, count * sizeof *given, NULL, NULL))
      return NULL;
    info.StartupInfo.dwFlags = STARTF_USESTDHANDLES | (start->flags & CREATE_NO_WINDOW ? STARTF_USESHOWWINDOW : 0);
    info.StartupInfo.hStdInput = start->in;
    info.StartupInfo.hStdOutput = start->out;
    info.StartupInfo.hStdError = start->err;
  }
  DWORD flags = start->flags | CREATE_UNICODE_ENVIRONMENT | (count > 0 ? EXTENDED_STARTUPINFO_PRESENT : 0) |
                (start->job == NULL ? 0 : CREATE_SUSPENDED);
  BOOL started = CreateProcessW(start->program, start->line, NULL, NULL, count > 0, flags, start->variables, start->directory,
                                &info.StartupInfo, &made);
  DWORD failure = GetLastError();
  free(info.lpAttributeList);
  if (!started) {
    SetLastError(failure);
    return NULL;
  }
  if (start->job != NULL) {
    if (!AssignProcessToJobObject(start->job, made.hProcess)) {
      TerminateProcess(made.hProcess, 1);
      CloseHandle(made.hThread);
      CloseHandle(made.hProcess);
      SetLastError(ERROR_ACCESS_DENIED);
      return NULL;
    }
    ResumeThread(made.hThread);
  }
  CloseHandle(made.hThread);
  if (pid != NULL) *pid = made.dwProcessId;
  return made.hProcess;
}

/* A job that ends its programs when this process ends, however it ends. */
static HANDLE new_job(DWORD more) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  HANDLE job = CreateJobObjectW(NULL, NULL);
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_BREAKAWAY_OK | more;
  if (job != NULL && SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)) return job;
  if (job != NULL) CloseHandle(job);
  return NULL;
}

/* What a hook left on purpose keeps running. */
static void release_job(HANDLE job) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_BREAKAWAY_OK;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  CloseHandle(job);
}

static int compare_names(const void *a, const void *b) {
  const wchar_t *one = *(wchar_t *const *)a, *other = *(wchar_t *const *)b;
  return CompareStringOrdinal(one, (int)wcscspn(one + 1, L"=") + 1, other, (int)wcscspn(other + 1, L"=") + 1, TRUE) - CSTR_EQUAL;
}

/* The variables of a new process, in the order that the system expects. */
static wchar_t *make_block(wchar_t **list, size_t count) {
  struct bytes block = {0};
  qsort(list, count, sizeof *list, compare_names);
  for (size_t at = 0; at < count; at++) append(&block, list[at], (wcslen(list[at]) + 1) * sizeof **list);
  append(&block, L"\0", 2 * sizeof(wchar_t));
  return (wchar_t *)block.data;
}

/* A file that reads as empty and takes everything. */
static HANDLE open_null(void) {
  HANDLE null = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
  return null == INVALID_HANDLE_VALUE ? NULL : null;
}

/* `"program" …` as the first words of a command line. No path has a quote in it. */
static wchar_t *command_line(const wchar_t *program, const wchar_t *more) {
  size_t size = wcslen(program) + wcslen(more) + 8;
  wchar_t *line = allocate(NULL, size * sizeof *line);
  swprintf(line, size, L"\"%ls\" %ls", program, more);
  return line;
}
