const SCALE = /^\/planningmonitoring\/project\/scalelayout(?:Region|Province)?$/

/** Whether `embed` in the address of a page shows one of its cards alone, which other sites may frame. */
export const isEmbeddable = (pathname: string): boolean => SCALE.test(pathname)
