import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderOf, packageFolder, run } from './programs.ts'

interface Packed {
  name: string
  filename: string
  unpackedSize: number
  files: { path: string }[]
}

/** The packages that are published, by the names of their folders. */
export const published = ['sdk', 'conformance', 'testing', 'cli'] as const

export type Published = (typeof published)[number]

/** Folder of a published package. */
export const folderOfPublished = (name: Published): string => join(packageFolder, '..', name)

export interface InstalledPackage {
  /** Folder of the project that has the packages. */
  place: string
  /** Contents of an archive, as npm lists them. */
  packed(name: Published): Packed
  archive(name: Published): string
  /** Gives the project the optional peer of `@xinchu/testing`, with all that it needs. */
  linkPeers(): Promise<void>
  remove(): Promise<void>
}

async function linkPeers(place: string): Promise<void> {
  const folder = folderOf('msw', join(folderOfPublished('testing'), 'package.json'))
  await symlink(folder, join(place, 'node_modules/msw'), 'junction')
}

/** The same outcome for every call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}

/** Folders of what a package needs of others, with all that these need. */
async function dependenciesOf(folder: string, found = new Map<string, string>()) {
  const manifest = join(folder, 'package.json')
  const { dependencies = {} } = JSON.parse(await readFile(manifest, 'utf8')) as {
    dependencies?: Record<string, string>
  } // as npm reads it
  for (const name of Object.keys(dependencies)) {
    if (found.has(name) || name.startsWith('@xinchu/')) continue
    found.set(name, folderOf(name, manifest))
    await dependenciesOf(folderOf(name, manifest), found)
  }
  return found
}

/** Packs the packages and installs them into a new project, with their dependencies from disk instead of a registry. */
export async function installPackages(): Promise<InstalledPackage> {
  const place = await mkdtemp(join(tmpdir(), 'xinchu-package-'))
  const own = published.map(folderOfPublished)
  const needed = new Map<string, string>()
  for (const folder of own) await dependenciesOf(folder, needed)
  const folders = [...own]
  for (const [name, folder] of needed) {
    // Installed files may be links to each other, which an archive would hold as empty ones.
    await cp(folder, join(place, 'from', name), { recursive: true, dereference: true })
    folders.push(join(place, 'from', name))
  }
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', place, ...folders],
    packageFolder,
  )
  const all = JSON.parse(stdout) as Packed[] // as npm prints it
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
  const packed = (name: Published): Packed => {
    const found = all.find((each) => each.name === `@xinchu/${name}`)
    if (!found) throw new Error(`npm packed no @xinchu/${name}`)
    return found
  }
  return {
    place,
    packed,
    archive: (name) => join(place, packed(name).filename),
    linkPeers: once(() => linkPeers(place)),
    remove: () => rm(place, { recursive: true, force: true }),
  }
}
