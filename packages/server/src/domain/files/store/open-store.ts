import type { Config } from '../../../config.ts'
import type { ByteRange } from '../byte-range.ts'
import { uploadFolder } from '../stored.ts'
import { DiskStore } from './disk-store.ts'
import type { LocalFile, ObjectStore, StoredFile } from './object-store.ts'
import { S3Store } from './s3-store.ts'

/** Writes to one store. Reads what another one holds from before, so that the setting can change at any time. */
class SucceedingStore implements ObjectStore {
  readonly #current: ObjectStore
  readonly #former: ObjectStore

  constructor(current: ObjectStore, former: ObjectStore) {
    this.#current = current
    this.#former = former
  }

  put(key: string, file: LocalFile): Promise<void> {
    return this.#current.put(key, file)
  }

  async open(file: StoredFile, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    return (await this.#former.open(file, range)) ?? this.#current.open(file, range)
  }

  async remove(key: string): Promise<void> {
    await this.#former.remove(key)
    await this.#current.remove(key)
  }
}

/** The store of the settings: an S3-compatible one, or the data folder. */
export function openStore(config: Pick<Config, 'dataDir' | 's3'>): ObjectStore {
  const disk = new DiskStore(uploadFolder(config))
  return config.s3 ? new SucceedingStore(new S3Store(config.s3), disk) : disk
}
