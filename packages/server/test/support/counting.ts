import type { KyselyPlugin } from 'kysely'
import type { DbPool } from '../../src/db/database.ts'

/** The same database and the number of statements sent through it. */
export function counting(db: DbPool): { db: DbPool; count(): number } {
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
