import pg from 'pg'

export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

/** First version with a choice of how a database is copied. */
const WITH_STRATEGY = 150_000

/** Copying files takes a quarter of the time of writing all pages to the log as well, which is the default. */
async function copyOf(client: pg.Client, template: string): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const hasStrategy = (rows[0]?.version ?? 0) >= WITH_STRATEGY
  return ` template ${template}${hasStrategy ? ' strategy file_copy' : ''}`
}

/** Creates a database of its own on a PostgreSQL server, as a copy of another one where that is named. */
export async function createDatabase(server: string, template?: string): Promise<TestDatabase> {
  const name = `xinchu_${crypto.randomUUID().replaceAll('-', '')}`
  const connected = async (use: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await use(client)
    await client.end()
  }
  await connected(async (client) =>
    client.query(`create database ${name}${template ? await copyOf(client, template) : ''}`),
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () => connected((client) => client.query(`drop database ${name} with (force)`)),
  }
}
