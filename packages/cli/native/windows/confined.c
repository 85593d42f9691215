/*
 * For tests: starts a program with fewer rights, as a sandbox on Windows does, and ends as it ends.
 *   confined <how> <program> <arguments>
 * plain: with the same token. low: with a low integrity level. restricted: with restricting groups. stripped: without privileges.
 */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00
#endif
#include <windows.h>
#include <sddl.h>
#include <stdio.h>
#include <wchar.h>

int _dowildcard = 0;

static HANDLE lower(HANDLE token) {
  HANDLE made = NULL;
  TOKEN_MANDATORY_LABEL label = {{NULL, SE_GROUP_INTEGRITY}};
  if (!DuplicateTokenEx(token, MAXIMUM_ALLOWED, NULL, SecurityImpersonation, TokenPrimary, &made)) return NULL;
  if (!ConvertStringSidToSidW(L"S-1-16-4096", &label.Label.Sid)) return NULL;
  return SetTokenInformation(made, TokenIntegrityLevel, &label, sizeof label + GetLengthSid(label.Label.Sid)) ? made : NULL;
}

/* The program can still open what everyone and all users may, so it starts. */
static HANDLE restrict_to_groups(HANDLE token) {
  static const wchar_t *const names[] = {L"S-1-1-0", L"S-1-5-32-545", L"S-1-5-11"};
  static union {
    TOKEN_USER user;
    char space[4096];
  } own;
  SID_AND_ATTRIBUTES groups[4] = {{NULL, 0}};
  HANDLE made = NULL;
  DWORD length;
  if (!GetTokenInformation(token, TokenUser, &own, sizeof own, &length)) return NULL;
  groups[0].Sid = own.user.User.Sid;
  for (int at = 0; at < 3; at++)
    if (!ConvertStringSidToSidW(names[at], &groups[at + 1].Sid)) return NULL;
  return CreateRestrictedToken(token, 0, 0, NULL, 0, NULL, 4, groups, &made) ? made : NULL;
}

static HANDLE strip(HANDLE token) {
  HANDLE made = NULL;
  return CreateRestrictedToken(token, DISABLE_MAX_PRIVILEGE, 0, NULL, 0, NULL, 0, NULL, &made) ? made : NULL;
}

/* The command line without its first two words. */
static wchar_t *after_words(wchar_t *line, int count) {
  for (int word = 0; word < count; word++) {
    for (int is_quoted = 0; *line != 0 && (is_quoted || *line != L' '); line++)
      if (*line == L'"') is_quoted = !is_quoted;
    while (*line == L' ') line++;
  }
  return line;
}

int wmain(int count, wchar_t **words) {
  HANDLE token, given;
  STARTUPINFOW info = {0};
  PROCESS_INFORMATION made;
  DWORD code = 1;
  if (count < 3 || !OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &token)) return 100;
  given = wcscmp(words[1], L"low") == 0          ? lower(token)
          : wcscmp(words[1], L"restricted") == 0 ? restrict_to_groups(token)
          : wcscmp(words[1], L"stripped") == 0   ? strip(token)
                                                 : token;
  if (given == NULL) return 101;
  info.cb = sizeof info;
  info.dwFlags = STARTF_USESTDHANDLES;
  info.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  info.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  info.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  wchar_t *line = after_words(GetCommandLineW(), 2);
  BOOL started = given == token ? CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &info, &made)
                                : CreateProcessAsUserW(given, NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &info, &made);
  if (!started) return 102;
  WaitForSingleObject(made.hProcess, INFINITE);
  GetExitCodeProcess(made.hProcess, &code);
  return (int)code;
}
