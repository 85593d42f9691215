/*
 * How a process is confined, as bytes that can be compared: everything that its token says. A question that the system does not answer
 * is a doubt, and then the process is not served.
 *
 * A job is not compared. Hooks stay in the job of their caller, because the launcher starts them, and on Windows the daemon starts none.
 */

/* Tests under Wine are built with this: Wine has neither restricted tokens nor integrity levels, and does not answer about them. */
#ifdef HOOKLINE_FOR_WINE
enum { IS_LENIENT = 1 };
#else
enum { IS_LENIENT = 0 };
#endif

/* The answer about a token, or NULL. The caller frees it. */
static void *ask_token(HANDLE token, TOKEN_INFORMATION_CLASS about, DWORD *length) {
  GetTokenInformation(token, about, NULL, 0, length);
  if (GetLastError() != ERROR_INSUFFICIENT_BUFFER && GetLastError() != ERROR_BAD_LENGTH) return NULL;
  void *data = allocate(NULL, *length + 16);
  if (GetTokenInformation(token, about, data, *length, length)) return data;
  free(data);
  return NULL;
}

static int ask_number(HANDLE token, TOKEN_INFORMATION_CLASS about, DWORD *value) {
  DWORD length;
  *value = 0;
  return GetTokenInformation(token, about, value, sizeof *value, &length) ? 0 : -1;
}

static void append_sid(struct bytes *to, PSID sid) { append(to, sid, GetLengthSid(sid)); }

static int append_numbers(HANDLE token, struct bytes *to) {
  static const TOKEN_INFORMATION_CLASS asked[] = {TokenSessionId, TokenElevationType, TokenElevation, TokenVirtualizationEnabled};
  static const TOKEN_INFORMATION_CLASS unknown_to_wine[] = {TokenHasRestrictions, TokenMandatoryPolicy, TokenUIAccess};
  DWORD value;
  for (size_t at = 0; at < sizeof asked / sizeof *asked; at++) {
    if (ask_number(token, asked[at], &value) != 0) return -1;
    append_number(to, value);
  }
  for (size_t at = 0; at < sizeof unknown_to_wine / sizeof *unknown_to_wine; at++) {
    if (ask_number(token, unknown_to_wine[at], &value) != 0 && !IS_LENIENT) return -1;
    append_number(to, value);
  }
  return 0;
}

/* A caller in an app container or with a restricted token is never served: what it may do cannot be compared by a list. */
static int is_open(HANDLE token) {
  DWORD value, length;
  if (ask_number(token, TokenIsAppContainer, &value) != 0 || value != 0) return 0;
  TOKEN_GROUPS *restricting = ask_token(token, TokenRestrictedSids, &length);
  if (restricting == NULL) return IS_LENIENT;
  int is_restricted = restricting->GroupCount > 0;
  free(restricting);
  return !is_restricted && !IsTokenRestricted(token);
}

/* The user, the groups with their state, the integrity level, the privileges that it can have, and the logon. */
static int append_lists(HANDLE token, struct bytes *to) {
  DWORD length;
  TOKEN_USER *user = ask_token(token, TokenUser, &length);
  TOKEN_GROUPS *groups = ask_token(token, TokenGroups, &length);
  TOKEN_MANDATORY_LABEL *label = ask_token(token, TokenIntegrityLevel, &length);
  TOKEN_PRIVILEGES *privileges = ask_token(token, TokenPrivileges, &length);
  TOKEN_STATISTICS *statistics = ask_token(token, TokenStatistics, &length);
  int known = user != NULL && groups != NULL && label != NULL && privileges != NULL && statistics != NULL;
  if (known) {
    append_sid(to, user->User.Sid);
    append_number(to, groups->GroupCount);
    for (DWORD at = 0; at < groups->GroupCount; at++) {
      append_sid(to, groups->Groups[at].Sid);
      append_number(to, groups->Groups[at].Attributes);
    }
    append_sid(to, label->Label.Sid);
    append_number(to, privileges->PrivilegeCount);
    for (DWORD at = 0; at < privileges->PrivilegeCount; at++) append(to, &privileges->Privileges[at].Luid, sizeof(LUID));
    append(to, &statistics->AuthenticationId, sizeof(LUID));
    append_number(to, (uint32_t)statistics->TokenType);
  }
  void *answers[] = {user, groups, label, privileges, statistics};
  for (size_t at = 0; at < sizeof answers / sizeof *answers; at++) free(answers[at]);
  return known ? 0 : -1;
}

static int confinement(HANDLE process, struct bytes *to) {
  HANDLE token;
  if (!OpenProcessToken(process, TOKEN_QUERY, &token)) return -1;
  int known = is_open(token) && append_numbers(token, to) == 0 && append_lists(token, to) == 0;
  CloseHandle(token);
  return known ? 0 : -1;
}

/* NULL if it cannot be known, or if this process is in an app container or has a restricted token. Read once. */
static const struct bytes *own_confinement(void) {
  static struct bytes own;
  static int is_known;
  if (is_known == 0) is_known = confinement(GetCurrentProcess(), &own) == 0 ? 1 : -1;
  return is_known > 0 ? &own : NULL;
}

static int is_equally_confined(HANDLE process) {
  const struct bytes *own = own_confinement();
  struct bytes theirs = {0};
  int equal = own != NULL && confinement(process, &theirs) == 0 && theirs.length == own->length &&
              memcmp(theirs.data, own->data, own->length) == 0;
  free(theirs.data);
  return equal;
}

static int text_of_sid(PSID sid, wchar_t *to, size_t size) {
  wchar_t *text;
  if (!ConvertSidToStringSidW(sid, &text)) return -1;
  int fits = wcslen(text) < size;
  if (fits) wcscpy(to, text);
  LocalFree(text);
  return fits ? 0 : -1;
}

/* Finds the user of this process and its integrity level, and makes what protects its pipes. */
static int find_user(void) {
  HANDLE token;
  DWORD length;
  wchar_t integrity[100];
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return -1;
  TOKEN_USER *user = ask_token(token, TokenUser, &length);
  TOKEN_MANDATORY_LABEL *label = ask_token(token, TokenIntegrityLevel, &length);
  int found = user != NULL && label != NULL && text_of_sid(user->User.Sid, user_sid, 200) == 0 &&
              text_of_sid(label->Label.Sid, integrity, 100) == 0 && protect_pipes(integrity) == 0;
  free(user);
  free(label);
  CloseHandle(token);
  return found ? 0 : -1;
}
