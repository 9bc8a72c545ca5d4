import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderOf, packageFolder, run } from './programs.ts'

interface Packed {
  filename: string
  unpackedSize: number
  files: { path: string }[]
}

export interface InstalledPackage {
  /** Folder of the project that has the package. */
  place: string
  /** Contents of the archive, as npm lists them. */
  packed: Packed
  archive: string
  /** Gives the project the optional peers of `@xinchu/sdk/testing`, with all that they need. */
  linkPeers(): Promise<void>
  remove(): Promise<void>
}

async function linkPeers(place: string): Promise<void> {
  for (const name of ['msw', 'ajv']) {
    const folder = folderOf(name, join(packageFolder, 'package.json'))
    await symlink(folder, join(place, 'node_modules', name), 'junction')
  }
}

/** The same outcome for every call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}

/** Packs the package and installs it into a new project, with its dependencies from disk instead of a registry. */
export async function installPackage(): Promise<InstalledPackage> {
  const place = await mkdtemp(join(tmpdir(), 'xinchu-package-'))
  const rawClient = folderOf('openapi-fetch', join(packageFolder, 'package.json'))
  const helpers = folderOf('openapi-typescript-helpers', join(rawClient, 'package.json'))
  const folders = [packageFolder]
  for (const [name, folder] of Object.entries({ rawClient, helpers })) {
    // Installed files may be links to each other, which an archive would hold as empty ones.
    await cp(folder, join(place, 'from', name), { recursive: true, dereference: true })
    folders.push(join(place, 'from', name))
  }
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', place, ...folders],
    packageFolder,
  )
  const [packed] = JSON.parse(stdout) as Packed[] // as npm prints it
  if (!packed) throw new Error('npm packed nothing')
  await writeFile(
    join(place, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  const archives = (await readdir(place)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
  await run(
    'npm',
    ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...archives],
    place,
  )
  return {
    place,
    packed,
    archive: join(place, packed.filename),
    linkPeers: once(() => linkPeers(place)),
    remove: () => rm(place, { recursive: true, force: true }),
  }
}
