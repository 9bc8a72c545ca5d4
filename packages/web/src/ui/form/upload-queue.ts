import { isXinchuError } from '@xinchu/sdk'
import { PARTED_BYTES } from '../../lib/unfinished-uploads.ts'
import type { StoredFile } from '../ports.ts'
import { refusalOf } from './file-rules.ts'

/** A file that waits, is being sent, or was refused. */
export interface Sending {
  key: number
  name: string
  /** Progress from 0 to 1; undefined while it waits. */
  part?: number
  /** Reason of the refusal. */
  problem?: string
  /** Message about an accepted file. */
  hint?: string
  /** Removes it from the list, and cancels it if it is being sent. */
  stop: () => void
  /** Sends it again. Absent if it would be refused again. */
  retry?: () => void
  /** Interrupts it. Absent for small files, which are sent in one piece. */
  pause?: () => void
  /** Continues it after a pause. */
  resume?: () => void
}

/** Outcome of a stored file. Undefined means accepted without a message. */
export type Taken = { problem: string } | { hint: string } | undefined

export interface UploadTarget {
  upload: (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<StoredFile>
  /** Discards the stored parts of a cancelled file. */
  cancel: (file: File) => void
  /** Number of further files that the record may have. */
  room: () => number
  /** Message about files beyond that number. */
  full: string
  /** Accepts a stored file. `later` are files that were chosen after it and stored before it. */
  onStored: (file: StoredFile, later: ReadonlySet<number>) => Taken
  /** An upload starts (1) or ends (-1). */
  onBusy: (change: 1 | -1) => void
}

interface Job {
  key: number
  file: File
  target: UploadTarget
  control: AbortController
}

/** Further files wait. A browser opens few connections, and the page needs some of them. */
const MOST_AT_ONCE = 3

/** Whether a retry can succeed: the file itself was not refused. */
const mayRetry = (error: unknown) =>
  !isXinchuError(error) ||
  error.status === undefined ||
  error.status >= 500 ||
  error.status === 408 ||
  error.status === 429

/** Uploads files, a few in parallel, with progress, cancelling and retries. */
export class UploadQueue {
  readonly #show: (list: readonly Sending[]) => void
  #list: readonly Sending[] = []
  #waiting: Job[] = []
  #running = 0
  #lastKey = 0
  /** Key of each stored file, by its id. */
  readonly #stored = new Map<number, number>()

  /** @param show called with the list after each change */
  constructor(show: (list: readonly Sending[]) => void) {
    this.#show = show
  }

  /** Uploads files in their order. Reports refused ones immediately. */
  send(files: readonly File[], target: UploadTarget): void {
    const beyond: File[] = []
    for (const file of files) {
      const problem = refusalOf(file)
      if (problem) this.#refuse(file.name, problem)
      else if (target.room() <= 0) beyond.push(file)
      else this.#enqueue({ key: this.#nextKey(), file, target, control: new AbortController() })
    }
    const [first] = beyond
    if (!first) return
    this.#refuse(beyond.length === 1 ? first.name : `${first.name} 等 ${beyond.length} 个文件`, target.full)
  }

  #nextKey(): number {
    this.#lastKey += 1
    return this.#lastKey
  }

  #publish(list: readonly Sending[]): void {
    this.#list = list
    this.#show(list)
  }

  /** Puts an item into the list, or replaces it in place. */
  #put(item: Sending): void {
    const isListed = this.#list.some(({ key }) => key === item.key)
    this.#publish(
      isListed ? this.#list.map((each) => (each.key === item.key ? item : each)) : [...this.#list, item],
    )
  }

  #drop(key: number): void {
    this.#publish(this.#list.filter((each) => each.key !== key))
  }

  #refuse(name: string, problem: string): void {
    const key = this.#nextKey()
    this.#put({ key, name, problem, stop: () => this.#drop(key) })
  }

  #enqueue(job: Job): void {
    this.#put({ key: job.key, name: job.file.name, stop: () => this.#cancel(job) })
    job.target.onBusy(1)
    this.#waiting.push(job)
    this.#start()
  }

  #start(): void {
    while (this.#running < MOST_AT_ONCE) {
      const job = this.#waiting.shift()
      if (!job) return
      void this.#run(job)
    }
  }

  #pause(job: Job, part: number): void {
    job.control.abort()
    const { key, file } = job
    const resume = () => this.#enqueue({ ...job, control: new AbortController() })
    this.#put({ key, name: file.name, part, stop: () => this.#cancel(job), resume })
  }

  #cancel({ key, file, control, target }: Job): void {
    const isWaiting = this.#waiting.some((job) => job.key === key)
    this.#waiting = this.#waiting.filter((job) => job.key !== key)
    control.abort()
    this.#drop(key)
    if (isWaiting) target.onBusy(-1)
    target.cancel(file)
  }

  async #run(job: Job): Promise<void> {
    const { key, file, control, target } = job
    const item = { key, name: file.name, stop: () => this.#cancel(job) }
    const onProgress = (part: number) => {
      if (control.signal.aborted) return
      const pause = () => this.#pause(job, part)
      this.#put({ ...item, part, ...(file.size > PARTED_BYTES ? { pause } : {}) })
    }
    this.#running += 1
    onProgress(0)
    try {
      this.#settle(job, await target.upload(file, onProgress, control.signal))
    } catch (error) {
      if (!control.signal.aborted) this.#fail(job, error)
    } finally {
      this.#running -= 1
      target.onBusy(-1)
      this.#start()
    }
  }

  #settle({ key, file, target }: Job, stored: StoredFile): void {
    const later = new Set([...this.#stored].flatMap(([id, other]) => (other > key ? [id] : [])))
    const taken = target.onStored(stored, later)
    this.#stored.set(stored.id, key)
    if (taken) this.#put({ key, name: file.name, ...taken, stop: () => this.#drop(key) })
    else this.#drop(key)
  }

  #fail(job: Job, error: unknown): void {
    const { key, file } = job
    const again = () => this.#enqueue({ ...job, control: new AbortController() })
    this.#put({
      key,
      name: file.name,
      problem: error instanceof Error ? error.message : '上传失败',
      stop: () => this.#drop(key),
      ...(mayRetry(error) ? { retry: again } : {}),
    })
  }
}
