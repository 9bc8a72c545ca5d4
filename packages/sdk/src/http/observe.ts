const report = (error: unknown) => {
  // biome-ignore lint/suspicious/noConsole: the only place where a fault of the caller's own observer can be seen
  console.error(error)
}

/** Runs a caller's observer. What it throws is printed, and neither changes a call nor looks like a failure of it. */
export function observe(observer: () => unknown): void {
  try {
    const result = observer()
    if (result instanceof Promise) result.catch(report)
  } catch (error) {
    report(error)
  }
}
