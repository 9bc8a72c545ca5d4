import { accepts, call, type Fault, instead, restated, sentBody, success } from './fault.ts'
import { jsonOf, type Values, type Wrong, withJson } from './faulty-server.ts'

const upload = call('POST /api/esProject/importProject')
const batch = call('GET /api/esProject/importBatch/{id}')
const rows = call('GET /api/esProject/esProjectDrList')
const cancel = call('POST /api/esProject/importBatch/{id}/cancel')

/** A dry run is made as an import, and said to be none. */
const writesAnyway = (): Wrong => async (asked, next) => {
  const isUpload = upload(asked)
  const body = isUpload
    ? { body: Buffer.from(JSON.stringify({ ...jsonOf(asked), dryRun: false })) }
    : undefined
  const given = await next(body)
  const isTold = (isUpload || batch(asked)) && given.status < 300
  return isTold ? withJson(given, { ...jsonOf(given), dryRun: true }) : given
}

/** Cells of the errors of rows, changed. */
const issues = (change: (issue: Values) => Values) =>
  success(rows, (body) => ({
    ...body,
    rows: ((body['rows'] ?? []) as Values[]).map((row) => ({
      ...row,
      errors: (row['errors'] as Values[]).map(change),
    })), // of the reply
  }))

const one = (what: string, name: string, make: Fault['make']): Fault => ({
  what,
  fails: [`imports.${name}`],
  only: [`imports.${name}`],
  make,
})

export const importFaults: readonly Fault[] = [
  one(
    'wrong rows pass',
    'rows',
    success(batch, (body) => ({ ...body, errorRows: 0, okRows: 2, repeatRows: 0, warnRows: 0 })),
  ),
  one(
    'errors do not name the field',
    'errors',
    issues(({ field: _gone, ...issue }) => issue),
  ),
  one(
    'errors do not have the value',
    'errors',
    issues(({ value: _gone, ...issue }) => issue),
  ),
  one('batches of others are forbidden, not missing', 'invisible', restated(batch, 404, 403)),
  one('a dry run writes', 'dry-run', writesAnyway),
  one(
    'nothing is written',
    'commit',
    success(batch, (body) => ({ ...body, committedRows: 0 })),
  ),
  one(
    'each part is a batch',
    'chunks',
    sentBody(upload, (body) => ({ ...body, clientKey: crypto.randomUUID() })),
  ),
  one(
    'a batch is never complete',
    'chunks',
    accepts(upload, 409, 202, () => ({ id: 1 })),
  ),
  one(
    'a cancelled batch is written',
    'cancel',
    () => async (asked, next) =>
      cancel(asked) ? instead(cancel, 200, { id: 1, state: 'CANCELLED' })()(asked, next) : next(),
  ),
]
