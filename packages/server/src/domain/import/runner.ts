import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { WorkbookError } from '../../workbook/index.ts'
import { loadUser } from '../auth/load-caller.ts'
import { uploadFolder } from '../files/stored.ts'
import { storeCounts } from './batch.ts'
import type { BatchRow } from './batch-row.ts'
import { commitBatch } from './commit.ts'
import {
  advance,
  claim,
  finish,
  LEASE_SECONDS,
  LeaseLost,
  postpone,
  release,
  releaseAll,
  renewLease,
} from './lease.ts'
import { NO_AUTHOR } from './may-write.ts'
import { stageBatch, type Work } from './stage.ts'

// Several batches run in parallel, so that a small batch does not wait for a large one.
const AT_ONCE = 2
const LOOK_AGAIN_MS = 5_000

type Options = Pick<Work, 'db' | 'config' | 'now'> & {
  /** No other copy of the server can hold a batch. */
  isAlone: boolean
  /** Called for failures not caused by the user. */
  onError(error: unknown): void
}

/**
 * Processes import batches in the background. All state is in the batch table, so any copy of the server may start a batch
 * and another may continue it.
 */
export class ImportRunner {
  readonly #options: Options
  readonly #owner = crypto.randomUUID()
  readonly #stopped = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  readonly #begun: Promise<void>
  #looking: Promise<void> = Promise.resolve()
  #isLooking = false
  #isWanted = false

  constructor(options: Options) {
    this.#options = options
    this.#timer = setInterval(() => this.wake(), LOOK_AGAIN_MS)
    this.#timer.unref()
    this.#begun = this.#begin()
  }

  async #begin(): Promise<void> {
    const { db, isAlone, onError } = this.#options
    if (isAlone) await releaseAll(db).catch(onError)
    this.wake()
  }

  /** Looks for work at once. */
  wake(): void {
    this.#isWanted = true
    if (this.#isLooking || this.#stopped.signal.aborted) return
    this.#isLooking = true
    this.#looking = this.#look().finally(() => {
      this.#isLooking = false
    })
  }

  async #look(): Promise<void> {
    while (this.#isWanted && this.#running.size < AT_ONCE && !this.#stopped.signal.aborted) {
      this.#isWanted = false
      const batch = await claim(this.#options.db, this.#owner).catch((error: unknown) => {
        this.#options.onError(error)
        return undefined
      })
      if (!batch) return
      this.#isWanted = true
      const job = this.#work(batch).finally(() => {
        this.#running.delete(job)
        this.wake()
      })
      this.#running.add(job)
    }
  }

  async #work(batch: BatchRow): Promise<void> {
    const { db, onError } = this.#options
    const work: Work = { ...this.#options, owner: this.#owner, signal: this.#stopped.signal }
    try {
      await run(work, batch)
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (this.#stopped.signal.aborted) await release(db, batch.id, this.#owner).catch(onError)
      else if (error instanceof WorkbookError)
        await finish(db, batch.id, this.#owner, 'FAILED', error.message).catch(onError)
      else {
        // Retried several times, then given up if there is no progress.
        onError(error)
        await postpone(db, batch.id, this.#owner).catch(onError)
      }
    }
  }

  /** Stops after the current step. Another copy, or the next start, continues. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopped.abort(new Error('the server is stopping'))
    // A running query must not find the database closed.
    await this.#begun
    await this.#looking
    await Promise.all(this.#running)
  }
}

async function run(work: Work, batch: BatchRow): Promise<void> {
  const { db, owner } = work
  const user = await loadUser(db, batch.user_id)
  if (!user || user.orgId !== batch.org_id) return finish(db, batch.id, owner, 'FAILED', NO_AUTHOR)
  let current = batch
  // Renews the lease during a long step, so that it does not look dead.
  const beat = setInterval(
    () => void renewLease(db, { id: batch.id, state: current.state }, owner).catch(() => undefined),
    (LEASE_SECONDS * 1000) / 3,
  )
  try {
    if (batch.state === 'COMMITTING') return await commitBatch(work, batch, user)
    if (batch.storage_key !== null && !(await exists(join(uploadFolder(work.config), batch.storage_key))))
      return await finish(db, batch.id, owner, 'FAILED', '上传的文件已不存在，请重新上传')
    current = await advance(db, batch, owner, 'PARSING')
    if (await stageBatch(work, current, user)) return await finish(db, batch.id, owner, 'ASKING')
    current = await advance(db, current, owner, 'VALIDATING')
    await storeCounts(db, batch.id)
    const isEmpty =
      (await db.selectFrom('import_row').select('row_no').where('batch_id', '=', batch.id).limit(1).execute())
        .length === 0
    if (isEmpty) await finish(db, batch.id, owner, 'FAILED', '工作簿中没有可导入的数据')
    else if (batch.dry_run) await finish(db, batch.id, owner, 'DONE', '仅校验，未写入')
    else await finish(db, batch.id, owner, 'READY')
  } finally {
    clearInterval(beat)
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
