import { type Connection, openConnection } from './connection.ts'

export interface Visitor {
  /** Root element of the page. */
  root: HTMLElement
  connection: Connection
  isLoggedIn: boolean
}

/** Whether the visitor of this document is logged in. @throws Error for a document without a root element */
export async function visitor(): Promise<Visitor> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  const connection = openConnection()
  const isLoggedIn = await connection.hasSession()
  // A page restored from the back/forward cache may belong to an earlier session.
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted && (await connection.hasSession()) !== isLoggedIn) location.reload()
  })
  return { root, connection, isLoggedIn }
}
