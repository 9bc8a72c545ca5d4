import pg from 'pg'

export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

/** Creates a database of its own on a PostgreSQL server, as a copy of another one where that is named. */
export async function createDatabase(server: string, template?: string): Promise<TestDatabase> {
  const name = `xinchu_${crypto.randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}${template ? ` template ${template}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
