import { connection } from './connection.ts'

export interface Visitor {
  /** Where the page is drawn. */
  root: HTMLElement
  isLoggedIn: boolean
}

/** Who opened this document. @throws Error for a document without a root element */
export async function visitor(): Promise<Visitor> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  const isLoggedIn = await connection.restore()
  // A page that the browser kept while its visitor logged in or out is another's.
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted && (await connection.restore()) !== isLoggedIn) location.reload()
  })
  return { root, isLoggedIn }
}
