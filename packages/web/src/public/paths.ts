/** The pages before the log-in, by path; whether they are also shown to who is logged in. */
const PATHS: Readonly<Record<string, { isForSessions: boolean }>> = {
  '/': { isForSessions: false },
  '/login': { isForSessions: false },
  '/register': { isForSessions: false },
  '/editpassword': { isForSessions: true },
}

/** Whether this visitor is to see a page before the log-in here, and not the application. */
export function isPublic(path: string, isLoggedIn: boolean): boolean {
  const found = PATHS[path]
  return found !== undefined && (!isLoggedIn || found.isForSessions)
}
