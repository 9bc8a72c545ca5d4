import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { Claims } from './contract/idempotency.ts'
import type { Services } from './contract/services.ts'
import type { DbPool } from './db/database.ts'
import { leadsTo } from './db/origin.ts'
import { arithmetic, type CaptchaSource } from './domain/auth/captcha/question.ts'
import { factorKey } from './domain/auth/second-factor/key.ts'
import { RecordWatch } from './domain/desk/record-watch.ts'
import { EventWatch } from './domain/events/watch.ts'
import { openStore } from './domain/files/store/open-store.ts'
import { ImportRunner } from './domain/import/runner.ts'
import { ManualShelf } from './domain/manual/manual-shelf.ts'
import { maskPhone } from './domain/masking.ts'
import { UnreadWatch } from './domain/messages/unread-watch.ts'
import type { SampleAccount } from './domain/platform/sample.ts'
import { descriptionOf } from './domain/sms/description-of.ts'
import { httpGateway } from './domain/sms/http-gateway.ts'
import type { SmsGateway } from './domain/sms/message.ts'
import { SmsRunner } from './domain/sms/runner.ts'
import { ParquetWriter } from './domain/statistics/open-data/parquet-writer.ts'
import { WarehouseRunner } from './domain/warehouse/runner.ts'
import { WebhookRunner } from './domain/webhooks/runner.ts'
import { Drain } from './runtime/drain.ts'
import type { Pool } from './runtime/pool.ts'
import type { Tasks } from './tasks/tasks.ts'
import { repeatUpkeep } from './upkeep.ts'

export interface ServiceOptions {
  db: DbPool
  /** The same database for background work, if it distinguishes the two. */
  background?: DbPool
  config: Config
  captcha?: CaptchaSource
  /** Accounts that a platform with sample data offers at log-in. */
  sampleAccounts?: readonly SampleAccount[]
  /** Delivers text messages in place of the gateway of the settings. */
  sms?: SmsGateway
  now?: () => Date
  /** Begins when the process is about to end. */
  drain?: Drain
  /** No other copy of the server can use this database, so leases of a stopped one are released at once. */
  isAlone?: boolean
}

type Log = FastifyInstance['log']

const failing = (log: Log, what: string) => (error: unknown) => log.error({ err: error }, what)

/** With sample data text messages are only logged. The code is a password for five minutes, so only the debug log may contain it. */
const loggedSms = (log: Log): SmsGateway => ({
  isRepeatable: true,
  async send({ phone, text }) {
    log.info({ phone: maskPhone(phone) }, 'short message not sent: sample data')
    log.debug({ phone: maskPhone(phone), text }, 'text of the short message')
    return { state: 'accepted' }
  },
})

/** Sends text messages until the server drains; undefined if there is nobody to hand them to. */
function startSms(
  app: FastifyInstance,
  options: ServiceOptions & { drain: Drain },
  background: DbPool,
): SmsRunner | undefined {
  const { config, now } = options
  // Everybody knows the passwords of sample data: they send no messages to strangers.
  const ofSettings = config.sms && httpGateway(descriptionOf(config.sms), config.sms, now)
  const gateway = options.sms ?? (config.sampleData ? loggedSms(app.log) : ofSettings)
  if (!gateway) return undefined
  const runner = new SmsRunner({
    db: background,
    gateway,
    key: (session) => factorKey(session, config),
    perDay: config.smsDailyMax,
    onError: failing(app.log, 'text messages were not sent'),
  })
  options.drain.stops(app, () => runner.stop())
  return runner
}

/** What draws and writes documents in the threads of the pool. */
const documentServices = (
  pool: Pick<Pool<Tasks>, 'run'>,
  { dataDir }: Config,
): Pick<Services, 'reports' | 'manualShelf' | 'documents' | 'parquet'> => ({
  reports: { draw: (report) => pool.run('report', report) },
  manualShelf: new ManualShelf(dataDir, (task) => pool.run('manual', task)),
  documents: { write: (task) => pool.run('document', task) },
  parquet: new ParquetWriter((task) => pool.run('parquet', task)),
})

/** Waits for unread messages and events until the server closes, and sends events until it drains. */
function startWatches(
  app: FastifyInstance,
  { db, config, now, drain }: Pick<Services, 'db' | 'config' | 'now'> & { drain: Drain },
  background: DbPool,
): Pick<Services, 'unread' | 'records' | 'events' | 'webhooks'> {
  const { log } = app
  const unread = new UnreadWatch({ db, config, onError: failing(log, 'unread messages were not counted') })
  const records = new RecordWatch({ db, config, onError: failing(log, 'steps of records were not told') })
  const events = new EventWatch({
    db: background,
    now,
    onError: failing(log, 'events were not numbered'),
  })
  const webhooks = new WebhookRunner({
    db: background,
    config,
    now,
    onError: failing(log, 'events were not sent'),
  })
  drain.stops(app, () => webhooks.stop())
  // Before the server waits for connections, because these streams would never end.
  app.addHook('preClose', async () => {
    unread.stop()
    events.stop()
  })
  return { unread, records, events, webhooks }
}

/** Does comparisons and syncs of official data until the server drains. */
function startWarehouse(
  app: FastifyInstance,
  { db, now, drain }: Pick<Services, 'db' | 'now'> & { drain: Drain },
): WarehouseRunner {
  const onError = failing(app.log, 'a task of official data was interrupted')
  const runner = new WarehouseRunner({ db, now, onError })
  drain.stops(app, () => runner.stop())
  return runner
}

/** Starts what handlers use and what the server does by itself, until it closes. */
export async function startServices(
  app: FastifyInstance,
  options: ServiceOptions,
  pool: Pick<Pool<Tasks>, 'run'>,
): Promise<Services> {
  const {
    db,
    config,
    background = db,
    now = () => new Date(),
    isAlone = false,
    drain = new Drain(),
  } = options
  const imports = new ImportRunner({
    db: background,
    config,
    now,
    isAlone,
    onError: failing(app.log, 'an import was interrupted'),
  })
  drain.stops(app, () => imports.stop())
  const warehouse = startWarehouse(app, { db: background, now, drain })
  const files = openStore(config)
  if (options.background) leadsTo(options.background, db)
  const drawing = documentServices(pool, config)
  const sms = startSms(app, { ...options, drain }, background)
  repeatUpkeep(app, { db: background, config, files, documents: drawing.documents, sms, now, drain })
  const watches = startWatches(app, { db, config, now, drain }, background)
  const claims = new Claims(db)
  if (isAlone) await claims.freeAll()
  app.addHook('onClose', async () => claims.stop())
  return {
    db,
    config,
    files,
    sampleAccounts: options.sampleAccounts ?? [],
    captcha: options.captcha ?? arithmetic,
    claims,
    sms,
    imports,
    warehouse,
    ...watches,
    ...drawing,
    drain,
    now,
  }
}
