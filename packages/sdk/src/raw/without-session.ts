// The operations that the contract's functions mark with `isOpen`.
const OPEN = /^\/(auth\/(login|refresh|logout|code(\/work)?)|api\/platform)(\?|$)/

/** Whether a call by its path creates or ends a session, or is needed by a log-in. */
export const isOpenPath = (path: string): boolean => OPEN.test(path)
