import { OPEN } from '../gen/open-paths.ts'

/** Whether a call by its path creates or ends a session, or is needed by a log-in. */
export const isOpenPath = (path: string): boolean => OPEN.test(path)
