import type { QueryClient } from '@tanstack/react-query'

/** Loads the print of a page. Apart, because a list of its files would weigh on the landing. */
export const load = () => import('./printing.tsx')

/** Longest time that a print waits for its template and for figures, ms. */
const PRINT_MS = 10_000
const LOOK_MS = 50

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until no figures are on their way, and what came last is shown. */
async function allShown(client: QueryClient): Promise<void> {
  do await pause(LOOK_MS)
  while (client.isFetching() > 0)
  await pause(LOOK_MS)
}

/**
 * Prints a page when its template and figures have loaded. After ten seconds it prints what has loaded; without the
 * template it prints the screen.
 * @param template settled once the page has its template; undefined for a page without one
 */
export async function printOnce(client: QueryClient, template: Promise<void> | undefined): Promise<void> {
  await Promise.race([Promise.resolve(template).then(() => allShown(client)), pause(PRINT_MS)])
  print()
}
