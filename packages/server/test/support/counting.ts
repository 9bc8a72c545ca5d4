import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** The same database, and how many statements were sent through it. */
export function counting(db: Db): { db: Db; count(): number } {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), count: () => count }
}
