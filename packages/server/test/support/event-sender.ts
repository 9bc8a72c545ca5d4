import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { WebhookRunner } from '../../src/domain/webhooks/runner.ts'

/** A server that does nothing but send events, as a process that can be killed. */
const config = readConfig(process.env)
const { db } = await openDatabase({ databaseUrl: process.env['DATABASE_URL'] ?? '' })
new WebhookRunner({
  db,
  config,
  now: () => new Date(),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
  leaseSeconds: 0.5,
})
// Its timer alone would let the process end.
setInterval(() => undefined, 60_000)
process.stdout.write('ready')
