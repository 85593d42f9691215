/* Where things are, and the name of the daemon that a caller needs. */

static wchar_t self[MAX_WIDE], script[MAX_WIDE], bundle[MAX_WIDE], node[MAX_WIDE], directory[MAX_WIDE];
/* Two hashes: the first stays when this copy of Hookline is replaced. */
enum { NAME = 34, PREFIX = 17 };
static char name[NAME];

static int join_path(wchar_t *to, const wchar_t *from, const wchar_t *more) {
  if (wcslen(from) + wcslen(more) + 1 > MAX_WIDE) return -1;
  if (to != from) wcscpy(to, from);
  wcscat(to, more);
  return 0;
}

/* …\native\<system>\hookline.exe beside …\bin\hookline.cjs and …\dist\bundle\hookline.cjs */
static int find_self(void) {
  wchar_t root[MAX_WIDE];
  DWORD length = GetModuleFileNameW(NULL, self, MAX_WIDE);
  if (length == 0 || length >= MAX_WIDE) return -1;
  wcscpy(root, self);
  for (int up = 0; up < 3; up++) {
    wchar_t *slash = wcsrchr(root, L'\\');
    if (slash == NULL) return -1;
    *slash = 0;
  }
  return join_path(script, root, L"\\bin\\hookline.cjs") | join_path(bundle, root, L"\\dist\\bundle\\hookline.cjs");
}

static int is_file(const wchar_t *path) {
  DWORD found = GetFileAttributesW(path);
  return found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

static int is_absolute(const wchar_t *path) {
  return (path[0] != 0 && path[1] == L':' && (path[2] == L'\\' || path[2] == L'/')) || (path[0] == L'\\' && path[1] == L'\\');
}

/* The value of a variable, or an empty text. */
static const wchar_t *variable(const wchar_t *wanted, wchar_t *to) {
  DWORD length = GetEnvironmentVariableW(wanted, to, MAX_WIDE);
  if (length == 0 || length >= MAX_WIDE) to[0] = 0;
  return to;
}

/* By `--node`, by the variable, or on the PATH: never from a relative directory, which is part of the workspace. */
static int find_node(void) {
  if (node[0] == 0) variable(L"HOOKLINE_NODE", node);
  if (is_absolute(node) && is_file(node)) return 0;
  static wchar_t path[32768];
  DWORD length = GetEnvironmentVariableW(L"PATH", path, 32768);
  if (length == 0 || length >= 32768) return -1;
  for (wchar_t *at = path; *at != 0;) {
    size_t part = wcscspn(at, L";");
    wchar_t *end = at + part;
    wchar_t kept = *end;
    *end = 0;
    int found = is_absolute(at) && join_path(node, at, L"\\node.exe") == 0 && is_file(node);
    *end = kept;
    if (found) return 0;
    at = end + (kept != 0);
  }
  node[0] = 0;
  return -1;
}

/*
 * Variables that change what the daemon itself reads: a caller with other values has another daemon. The daemon compares them once more.
 * They are in `daemon/identity.ts` too.
 */
static int is_identity(const wchar_t *entry) {
  static const wchar_t *const exact[] = {
      L"HOME",   L"TMPDIR",      L"TMP",     L"TEMP",     L"TZ",           L"LANG",        L"XDG_RUNTIME_DIR", L"USERPROFILE", L"HOMEDRIVE",
      L"HOMEPATH", L"APPDATA", L"LOCALAPPDATA", L"PROGRAMDATA", L"ALLUSERSPROFILE", L"SYSTEMROOT", L"WINDIR", NULL};
  static const wchar_t *const per_call[] = {L"HOOKLINE_DEPTH", L"HOOKLINE_RUN", L"HOOKLINE_STATE_SCOPE", NULL};
  const wchar_t *equals = wcschr(entry + 1, L'=');
  if (equals == NULL) return 0;
  size_t length = (size_t)(equals - entry);
  for (int at = 0; exact[at] != NULL; at++)
    if (wcslen(exact[at]) == length && _wcsnicmp(entry, exact[at], length) == 0) return 1;
  for (int at = 0; per_call[at] != NULL; at++)
    if (wcslen(per_call[at]) == length && _wcsnicmp(entry, per_call[at], length) == 0) return 0;
  return _wcsnicmp(entry, L"LC_", 3) == 0 || _wcsnicmp(entry, L"HOOKLINE_", 9) == 0 ||
         (length > 9 && _wcsnicmp(entry, L"XDG_", 4) == 0 && _wcsnicmp(equals - 5, L"_HOME", 5) == 0);
}

/* Which file it is, and when it was written. */
static int identify_file(const wchar_t *path, DWORD *parts) {
  BY_HANDLE_FILE_INFORMATION found = {0};
  HANDLE file = CreateFileW(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return -1;
  BOOL is_known = GetFileInformationByHandle(file, &found);
  CloseHandle(file);
  DWORD all[] = {found.dwVolumeSerialNumber, found.nFileIndexHigh, found.nFileIndexLow, found.nFileSizeHigh, found.nFileSizeLow,
                 found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime};
  memcpy(parts, all, sizeof all);
  return is_known ? 0 : -1;
}

static uint64_t hash_file(uint64_t hash, const wchar_t *path) {
  DWORD parts[7];
  return identify_file(path, parts) == 0 ? hash_bytes(hash, parts, sizeof parts) : hash_text(hash, L"none");
}

/* Whether the process runs this very program: anything else at the pipe is not our front. */
static int runs_this_program(HANDLE process) {
  wchar_t path[MAX_WIDE];
  DWORD length = MAX_WIDE, theirs[7], own[7];
  return QueryFullProcessImageNameW(process, 0, path, &length) && identify_file(path, theirs) == 0 && identify_file(self, own) == 0 &&
         memcmp(theirs, own, sizeof own) == 0;
}

static int compare_entries(const void *a, const void *b) { return _wcsicmp(*(wchar_t *const *)a, *(wchar_t *const *)b); }

/* The variables of this process; those of the system that begin with `=` are none. Ends with NULL, never freed. */
static wchar_t **own_variables(void) {
  wchar_t *block = GetEnvironmentStringsW();
  size_t count = 0;
  for (wchar_t *at = block; *at != 0; at += wcslen(at) + 1) count++;
  wchar_t **list = allocate(NULL, (count + 1) * sizeof *list);
  count = 0;
  for (wchar_t *at = block; *at != 0; at += wcslen(at) + 1)
    if (*at != L'=') list[count++] = at;
  list[count] = NULL;
  return list;
}

/* What limits callers by a job: a daemon that one with other limits has started could fail where this one would not. */
static uint64_t job_limits;

static void find_job_limits(void) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  BOOL is_in_job = FALSE;
  if (!IsProcessInJob(GetCurrentProcess(), NULL, &is_in_job) || !is_in_job) return;
  QueryInformationJobObject(NULL, JobObjectExtendedLimitInformation, &limits, sizeof limits, NULL);
  /* A job that the programs in it leave by themselves limits nothing. */
  if (limits.BasicLimitInformation.LimitFlags & JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK) return;
  memset(&limits.IoInfo, 0, sizeof limits.IoInfo);
  limits.PeakProcessMemoryUsed = limits.PeakJobMemoryUsed = 0;
  job_limits = hash_bytes(14695981039346656037ull, &limits, sizeof limits);
}

/* Everything of which another value needs another daemon. -1 if this process cannot have one. */
static int name_daemon(void) {
  const struct bytes *confined = own_confinement();
  if (confined == NULL || find_user() != 0) return -1;
  uint64_t place = hash_text(hash_text(14695981039346656037ull, self), node);
  wchar_t **all = own_variables();
  size_t count = 0;
  for (wchar_t **entry = all; *entry != NULL; entry++)
    if (is_identity(*entry)) all[count++] = *entry;
  qsort(all, count, sizeof *all, compare_entries);
  for (size_t at = 0; at < count; at++) place = hash_text(place, all[at]);
  free(all);
  place = hash_bytes(hash_bytes(place, confined->data, confined->length), &job_limits, sizeof job_limits);
  uint64_t build = hash_file(hash_file(hash_file(place, self), bundle), node);
  snprintf(name, sizeof name, "%016llx-%016llx", (unsigned long long)place, (unsigned long long)build);
  return 0;
}

/* With the directories above it. 0 if it is there. */
static int make_directory(const wchar_t *path) {
  wchar_t part[MAX_WIDE];
  wcscpy(part, path);
  for (wchar_t *at = part + 3; *at != 0; at++) {
    if (*at != L'\\' && *at != L'/') continue;
    *at = 0;
    CreateDirectoryW(part, NULL);
    *at = L'\\';
  }
  return CreateDirectoryW(path, NULL) || GetLastError() == ERROR_ALREADY_EXISTS ? 0 : -1;
}

/* In the user's own directory, where the messages of daemons are and the marks of fronts. */
static int find_directory(void) {
  const wchar_t *below = L"\\hookline\\daemon";
  if (!is_absolute(variable(L"LOCALAPPDATA", directory))) {
    if (!is_absolute(variable(L"USERPROFILE", directory))) return -1;
    below = L"\\AppData\\Local\\hookline\\daemon";
  }
  return join_path(directory, directory, below) == 0 ? make_directory(directory) : -1;
}

/* A file of a daemon in that directory. */
static int file_of(const char *daemon, const wchar_t *ending, wchar_t *to) {
  int length = swprintf(to, MAX_WIDE, L"%ls\\%hs%ls", directory, daemon, ending);
  return length > 0 ? 0 : -1;
}

static int pipe_of(const char *daemon, const wchar_t *ending, wchar_t *to) {
  int length = swprintf(to, 256, L"\\\\.\\pipe\\hookline-%ls-%hs%ls", user_sid, daemon, ending);
  return length > 0 && length < 250 ? 0 : -1;
}
