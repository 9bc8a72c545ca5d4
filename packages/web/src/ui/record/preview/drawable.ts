import type { StoredFile } from '../../ports.ts'

type Drawable = 'pdf' | 'picture'

/** Media types given to a file's bytes. The platform itself serves files without a type that a browser would show. */
const TYPES: Readonly<Record<string, readonly [kind: Drawable, type: string]>> = {
  pdf: ['pdf', 'application/pdf'],
  jpg: ['picture', 'image/jpeg'],
  jpeg: ['picture', 'image/jpeg'],
  png: ['picture', 'image/png'],
}

const typeOf = ({ fileName }: Pick<StoredFile, 'fileName'>) =>
  TYPES[fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()]

/** Returns the preview kind of a file; undefined if it has no preview. */
export const drawableOf = (file: Pick<StoredFile, 'fileName'>): Drawable | undefined => typeOf(file)?.[0]

/** Media type of a picture. */
export const pictureType = (file: Pick<StoredFile, 'fileName'>): string => typeOf(file)?.[1] ?? ''

/** The file `step` places after the current one, or undefined at either end. */
export const neighbour = (
  files: readonly StoredFile[],
  current: number,
  step: 1 | -1,
): StoredFile | undefined => files[files.findIndex(({ id }) => id === current) + step]
