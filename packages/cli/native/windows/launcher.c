/*
 * The program that agents call for each event on Windows. What it does and promises is what ../launcher.c does and promises: it asks the
 * daemon of this user, is the daemon's front door, and starts the hooks. This file has the launcher; the other parts are
 *
 *   bytes.h         bytes, texts and the clock
 *   pipes.h         pipes of this user alone, reading and writing with a deadline
 *   confinement.h   how a process is confined
 *   places.h        where things are, and the name of the daemon that a caller needs
 *   processes.h     starts programs
 *   front.h         the front, which owns the pipes
 *   hooks.h         starts hooks and reports about them
 *
 * HOOKLINE_DAEMON=on: a daemon is asked and started. Without it every call becomes `node hookline.cjs …`, because how callers are told
 * apart has not been shown on every Windows yet. `--node <path>` or HOOKLINE_NODE is the path of Node.
 */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00
#endif
#include <windows.h>
#include <sddl.h>

#include "bytes.h"
#include "pipes.h"
#include "confinement.h"
#include "places.h"
#include "processes.h"
#include "front.h"
#include "hooks.h"

/* For random bytes, in advapi32. */
BOOLEAN NTAPI SystemFunction036(PVOID to, ULONG length);

enum {
  /* How long the launcher waits for the daemon to be ready for the first hook. */
  READY_MS = 1000,
  /* The daemon begins nothing in the last part of that time: what it says before then has arrived when the time is over. */
  LEASE_MARGIN_MS = 200,
};

/* Arguments are texts, never patterns of file names. */
int _dowildcard = 0;

static wchar_t **arguments;
/* The arguments as they were written. */
static const wchar_t *tail;
static struct bytes input, event;
static int has_read, is_run;
static int64_t began;

/* -1 if not everything could be written. */
static int write_file(HANDLE file, const char *data, size_t length) {
  DWORD mode;
  if (length > 0 && GetConsoleMode(file, &mode)) {
    wchar_t *text = to_wide(data, (int)length);
    DWORD shown;
    return WriteConsoleW(file, text, (DWORD)wcslen(text), &shown, NULL) ? 0 : -1;
  }
  while (length > 0) {
    DWORD written = 0;
    if (!WriteFile(file, data, length > CHUNK ? CHUNK : (DWORD)length, &written, NULL)) return -1;
    data += written;
    length -= written;
  }
  return 0;
}

static void refuse(const char *why) {
  char text[600];
  int length = snprintf(text, sizeof text, "hookline: %s, so this event is refused\n", why);
  write_file(GetStdHandle(STD_ERROR_HANDLE), text, (size_t)length);
  ExitProcess(is_run ? 2 : 64);
}

static BOOL WINAPI stay(DWORD kind) {
  (void)kind;
  return TRUE; /* The program that was started decides. */
}

/* Starts `node hookline.cjs …` with the event that was read as its stdin, and ends as it ends. */
static void become_node(const char *lost) {
  if (find_node() != 0) refuse("node was not found");
  if (!is_file(script)) refuse("its own files are missing");
  size_t size = wcslen(script) + wcslen(tail) + 64;
  wchar_t *more = allocate(NULL, size * sizeof *more);
  swprintf(more, size, lost == NULL ? L"\"%ls\" %ls" : L"\"%ls\" %ls --lost %hs", script, tail, lost);
  HANDLE in = GetStdHandle(STD_INPUT_HANDLE), ours = NULL;
  if (has_read && !CreatePipe(&in, &ours, NULL, CHUNK)) refuse("there are no resources");
  SetConsoleCtrlHandler(stay, TRUE);
  /* Its programs leave the job by themselves: what they outlive is for `run` to say. */
  struct start start = {node, command_line(node, more), NULL, NULL, in, GetStdHandle(STD_OUTPUT_HANDLE), GetStdHandle(STD_ERROR_HANDLE),
                        0, new_job(JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK)};
  HANDLE process = start_process(&start, NULL);
  if (process == NULL) refuse("node could not be started");
  if (has_read) {
    CloseHandle(in);
    write_file(ours, input.data, input.length);
    CloseHandle(ours);
  }
  DWORD code = 2;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &code);
  ExitProcess(code);
}

static void read_input(void) {
  HANDLE from = GetStdHandle(STD_INPUT_HANDLE);
  for (;;) {
    DWORD length = 0;
    append(&input, NULL, 0);
    if (input.size - input.length < CHUNK) {
      input.size = input.size * 2 + 2 * CHUNK;
      input.data = allocate(input.data, input.size);
    }
    if (!ReadFile(from, input.data + input.length, CHUNK, &length, NULL) || length == 0) break;
    input.length += length;
  }
  has_read = 1;
}

/* Whether the last try failed, a short time ago. */
static int has_just_failed(void) {
  wchar_t path[MAX_WIDE];
  WIN32_FILE_ATTRIBUTE_DATA found;
  FILETIME now;
  if (file_of(name, L".failed", path) != 0) return 1;
  if (!GetFileAttributesExW(path, GetFileExInfoStandard, &found)) return 0;
  GetSystemTimeAsFileTime(&now);
  uint64_t then = (uint64_t)found.ftLastWriteTime.dwHighDateTime << 32 | found.ftLastWriteTime.dwLowDateTime;
  return (((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime) - then) / 10000 < RETRY_MS;
}

/* In a process of its own that outlives this one. */
static void start_front(void) {
  wchar_t system[MAX_WIDE];
  if (find_directory() != 0 || has_just_failed() || GetSystemDirectoryW(system, MAX_WIDE) == 0) return;
  size_t size = wcslen(node) + 60;
  wchar_t *more = allocate(NULL, size * sizeof *more);
  swprintf(more, size, L"--front \"%ls\" %llx", node, (unsigned long long)job_limits);
  struct start start = {self, command_line(self, more), system, daemon_variables(0), NULL, NULL, NULL, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP, NULL};
  HANDLE process = start_process(&start, NULL);
  if (process != NULL) CloseHandle(process);
}

static int make_event_id(void) {
  unsigned char random[16];
  if (!SystemFunction036(random, sizeof random)) return -1;
  for (int at = 0; at < 32; at++) event_id[at] = "0123456789abcdef"[random[at / 2] >> (at % 2 == 0 ? 4 : 0) & 15];
  return 0;
}

static void append_list(struct bytes *to, wchar_t **list) {
  uint32_t count = 0;
  while (list[count] != NULL) count++;
  append_number(to, count);
  for (uint32_t at = 0; at < count; at++) append_text(to, list[at]);
}

static void set_number(size_t at, uint32_t value) {
  size_t length = event.length;
  event.length = at;
  append_number(&event, value);
  event.length = length;
}

/* The frame that asks, except for the times in it. Made while the front looks at this process. */
static void prepare_event(void) {
  static wchar_t directory_here[32768];
  DWORD length = GetCurrentDirectoryW(32768, directory_here);
  if (length == 0 || length >= 32768 || make_event_id() != 0) return;
  if (length > 3 && directory_here[length - 1] == L'\\') directory_here[length - 1] = 0;
  append(&event, "Q\0\0\0", 5);
  append(&event, event_id, sizeof event_id);
  append_number(&event, 0);
  append_time(&event, 0);
  append_time(&event, 0); /* Its limits cannot be compared. */
  append_list(&event, arguments);
  append_text(&event, directory_here);
  size_t variables = event.length;
  append_number(&event, 0);
  append_list(&event, own_variables());
  set_number(variables, (uint32_t)(event.length - variables - 4));
  append(&event, input.data, input.length);
  set_number(1, (uint32_t)(event.length - 5));
}

/* With the time until which the daemon may begin, by the clock that both read. */
static int send_event(void) {
  if (event.length == 0 || event.length > 64 * 1024 * 1024) return -1;
  size_t times = 5 + sizeof event_id;
  uint64_t until = (uint64_t)(waits_until - LEASE_MARGIN_MS);
  set_number(times, (uint32_t)(now_ms() - began));
  set_number(times + 4, (uint32_t)until);
  set_number(times + 8, (uint32_t)(until >> 32));
  return write_all(slot, event.data, event.length, waits_until);
}

/* Whether the front at the other end is this program, confined as this process is. */
static int is_own_front(HANDLE pipe, ULONG *pid) {
  if (!GetNamedPipeServerProcessId(pipe, pid)) return 0;
  HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, *pid);
  if (process == NULL) return 0;
  int is_own = is_connected(pipe) && runs_this_program(process) && is_equally_confined(process);
  CloseHandle(process);
  return is_own;
}

/* One of the daemon's connections, or NULL. */
static HANDLE take_slot(void) {
  ULONG front, maker;
  uint64_t value = 0;
  HANDLE taken = NULL;
  HANDLE pipe = open_front(name, now_ms() + FRONT_MS);
  if (pipe == NULL) {
    if (GetLastError() == ERROR_FILE_NOT_FOUND) start_front();
    return NULL;
  }
  struct wish wish = {'S', {0}};
  memcpy(wish.name, name, NAME);
  if (is_own_front(pipe, &front) && write_all(pipe, (const char *)&wish, sizeof wish, now_ms() + FRONT_MS) == 0) {
    prepare_event();
    if (read_all(pipe, &value, sizeof value, now_ms() + FRONT_MS, NULL) == 0) taken = (HANDLE)(ULONG_PTR)value;
  }
  CloseHandle(pipe);
  /* The system says who made it: a number that names another handle of this process is no slot. */
  return taken != NULL && GetNamedPipeServerProcessId(taken, &maker) && maker == front ? taken : NULL;
}

static HANDLE got_signal;
static volatile LONG signal_number, signal_count;

static BOOL WINAPI on_signal(DWORD kind) {
  /* SIGINT, SIGBREAK and SIGHUP, as Node names them. */
  signal_number = kind == CTRL_C_EVENT ? 2 : kind == CTRL_BREAK_EVENT ? 21 : 1;
  InterlockedIncrement(&signal_count);
  SetEvent(got_signal);
  return TRUE;
}

/* The daemon is gone in the middle of the event, or too late. If it comes back, it must not record what `run --lost` records. */
static void lose(void) {
  send_frame('L', NULL, 0, NULL, 0);
  for (int at = 0; at < hook_count; at++) end_hook(hooks[at]);
  CloseHandle(slot);
  become_node(event_id);
}

/* The code that refuses to every agent, where an answer that says something cannot be written: nothing else says it now. */
static void answer(const char *body, size_t length) {
  uint32_t code = read_number(body), out = read_number(body + 4);
  if (write_file(GetStdHandle(STD_OUTPUT_HANDLE), body + 8, out) != 0 && out > sizeof "{}\n" - 1) code = 2;
  write_file(GetStdHandle(STD_ERROR_HANDLE), body + 8 + out, length - 8 - out);
  ExitProcess(code);
}

/* Whether a frame has the parts of its kind. A daemon that sends another one is as one that has gone. */
static int is_whole(char kind, const char *body, size_t size) {
  if (kind == 'S' || kind == 'K') return size >= 4;
  if (kind == 'X') return is_command(body, size);
  return kind != 'A' || (size >= 8 && read_number(body + 4) <= size - 8);
}

static int has_started, has_hook;

static void follow_frame(char kind, const char *body, size_t size) {
  /* Said in time, but then it was too late to begin: nothing has run. */
  if (kind == 'D' && !has_hook) become_node(NULL);
  if (kind == 'A') answer(body, size);
  if (kind == 'S') {
    has_started = 1;
    InterlockedExchange64(&waits_until, now_ms() + (int64_t)read_number(body));
  }
  if (kind == 'X') {
    has_hook = 1;
    start_hook(body, size);
  }
  if (kind == 'K')
    for (int at = 0; at < hook_count; at++)
      if (hooks[at]->id == read_number(body)) end_hook(hooks[at]);
}

/* The whole frames of what has arrived. -1 if one of them is not as it must be. */
static int follow_frames(struct bytes *received) {
  size_t used = 0;
  while (received->length - used >= 5) {
    const char *frame = received->data + used;
    size_t size = read_number(frame + 1);
    if (size > LARGEST_FRAME) return -1;
    if (received->length - used - 5 < size) break;
    used += 5 + size;
    if (!is_whole(*frame, frame + 5, size)) return -1;
    follow_frame(*frame, frame + 5, size);
  }
  memmove(received->data, received->data + used, received->length - used);
  received->length -= used;
  return 0;
}

/* -1 when this process has to end at once. */
static int report_signal(void) {
  static LONG reported;
  if (signal_count > 1) return -1;
  if (signal_count == reported) return 0;
  reported = signal_count;
  if (!has_started) ExitProcess(128 + (UINT)signal_number); /* Nothing has begun. */
  uint32_t number = (uint32_t)signal_number;
  send_frame('C', &number, sizeof number, NULL, 0);
  return 0;
}

/* One event, with the daemon at the other end of the slot. Does not return. */
static void follow(void) {
  static char chunk[CHUNK];
  struct bytes received = {0};
  struct action reading = {0};
  InitializeCriticalSection(&send_lock);
  InitializeCriticalSection(&job_lock);
  waits_until = now_ms() + READY_MS;
  got_signal = CreateEventW(NULL, TRUE, FALSE, NULL);
  SetConsoleCtrlHandler(on_signal, TRUE);
  if (send_event() != 0) {
    CloseHandle(slot);
    become_node(NULL);
  }
  for (int is_lost = 0; !is_lost;) {
    DWORD moved = 0;
    prepare(&reading);
    if (!ReadFile(slot, chunk, CHUNK, NULL, &reading.overlapped) && GetLastError() != ERROR_IO_PENDING) break;
    for (;;) {
      HANDLE waited[] = {reading.overlapped.hEvent, got_signal};
      DWORD which = WaitForMultipleObjects(2, waited, FALSE, left_until(waits_until));
      if (which == WAIT_OBJECT_0) break;
      if (which == WAIT_OBJECT_0 + 1) ResetEvent(got_signal);
      /* Too late: nothing has arrived. */
      if (which == WAIT_TIMEOUT || report_signal() != 0) {
        is_lost = 1;
        CancelIoEx(slot, &reading.overlapped);
        break;
      }
    }
    if (!GetOverlappedResult(slot, &reading.overlapped, &moved, TRUE) || moved == 0) break;
    append(&received, chunk, moved);
    if (follow_frames(&received) != 0) break;
  }
  if (has_started || has_hook) lose();
  CloseHandle(slot);
  become_node(NULL);
}

static int list_daemons(int ends) {
  wchar_t path[256];
  if (name_daemon() != 0 || find_directory() != 0 || pipe_of(name, L"", path) != 0) return 1;
  if (ends) each_front(end_front);
  printf("%ls\n", path);
  if (!ends) each_front(print_front);
  return 0;
}

/* The text after the first word of a command line, which has no escapes. */
static const wchar_t *after_program(const wchar_t *line) {
  for (int is_quoted = 0; *line != 0 && (is_quoted || (*line != L' ' && *line != L'\t')); line++)
    if (*line == L'"') is_quoted = !is_quoted;
  while (*line == L' ' || *line == L'\t') line++;
  return line;
}

int wmain(int count, wchar_t **words) {
  wchar_t wanted[MAX_WIDE];
  DWORD mode;
  began = now_ms();
  is_run = count > 1 && wcscmp(words[1], L"run") == 0;
  if (find_self() != 0) refuse("its own place is not known");
  if (count == 4 && wcscmp(words[1], L"--front") == 0) {
    job_limits = wcstoull(words[3], NULL, 16);
    return join_path(node, words[2], L"") == 0 ? run_front() : 1;
  }
  find_job_limits();
  arguments = words + 1;
  tail = after_program(GetCommandLineW());
  for (int at = 2; is_run && at + 1 < count; at++)
    if (wcscmp(words[at], L"--node") == 0) join_path(node, words[at + 1], L"");
  if (find_node() != 0) become_node(NULL);
  if (count == 2 && (wcscmp(words[1], L"--daemons") == 0 || wcscmp(words[1], L"--stop") == 0))
    return list_daemons(wcscmp(words[1], L"--stop") == 0);
  int is_wanted = wcscmp(variable(L"HOOKLINE_DAEMON", wanted), L"on") == 0;
  if (!is_run || !is_wanted || GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode)) become_node(NULL);
  read_input();
  slot = name_daemon() == 0 ? take_slot() : NULL;
  if (slot == NULL) become_node(NULL);
  follow();
  return 2;
}
