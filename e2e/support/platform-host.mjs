// Serves the platforms of a test worker, one after another, in one process: the server's code loads and compiles once.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareDatabase, sampleAccounts } from '../../packages/sample/dist/index.js'
import { createApp, openDatabase, readConfig } from '../../packages/server/dist/index.js'

const builtOf = (name) => {
  const folder = fileURLToPath(new URL(`../../packages/${name}/dist`, import.meta.url))
  return existsSync(folder) ? folder : undefined
}

/** Starts a platform as `packages/sample/src/main.ts` does. Returns its address and how to end it. */
async function start(env) {
  const config = { webDir: builtOf('web'), docsDir: builtOf('docs'), ...given(readConfig(env)) }
  const opened = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  const { db, background, engine } = opened
  await prepareDatabase(db, config, new Date())
  const app = await createApp({ db, background, config, sampleAccounts, isAlone: engine === 'embedded' })
  const url = await app.listen({ port: config.port, host: config.host })
  const end = async () => {
    await app.close()
    await opened.close()
  }
  return { url, end }
}

const given = (values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const platforms = new Map()

async function answer({ env, ends }) {
  if (env) {
    const { url, end } = await start(env)
    platforms.set(url, end)
    return { url }
  }
  await platforms.get(ends)()
  platforms.delete(ends)
  return {}
}

process.on('message', ({ id, ...request }) => {
  answer(request).then(
    (reply) => process.send({ id, ...reply }),
    (error) => process.send({ id, problem: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))
