import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { budget } from '../../../scripts/lib/test-seed.mjs'
import { write } from '../src/domain/documents/official/write.ts'
import { checkCompound } from '../src/domain/files/compound.ts'
import { checkPackage } from '../src/domain/files/package.ts'
import { checkPdf } from '../src/domain/files/pdf.ts'
import { checkPicture, pictureSize } from '../src/domain/files/picture.ts'
import { encodePng } from '../src/runtime/png.ts'
import { documents } from './official/example.ts'
import { compound } from './support/compound.ts'
import { cpuTimeMs } from './support/cpu-time.ts'
import { smallPdf } from './support/small-pdf.ts'
import { workbookParts, zip } from './workbook/packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

function stored(content: string | Uint8Array): string {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}

const binary = (text: string) => Buffer.from(text, 'latin1')
/** A stream as an object, its data as bytes in Latin-1. */
const stream = (dictionary: string, data: Buffer) =>
  `<<${dictionary}/Length ${data.length}>>\nstream\n${data.toString('latin1')}\nendstream`
const packed = (text: string) => stream('/Type/ObjStm/Filter/FlateDecode', deflateSync(text))

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'

describe('a file offered as PDF', () => {
  test.each([
    ['that is whole', smallPdf()],
    ['with compressed objects', smallPdf('', [packed('<</Type/Page>>')])],
    [
      'with a stream in which a forbidden name occurs by chance',
      smallPdf('', [stream('', Buffer.from('x/JS x'))]),
    ],
    ['with a name that only begins like a forbidden one', smallPdf('', ['<</JSource 1/Launcher 2>>'])],
  ])('%s is accepted', async (_case, text) => {
    expect(await checkPdf(stored(binary(text)))).toBeUndefined()
  })

  test('that the platform itself wrote is accepted', async () => {
    for (const document of documents())
      expect(await checkPdf(stored((await write({ form: 'pdf', document })).bytes))).toBeUndefined()
  })

  test.each([
    ['with its beginning alone', '%PDF-1.7\n', /损坏/],
    ['without a version', smallPdf().replace('1.7', 'x.7'), /损坏/],
    ['without a catalogue', smallPdf().replace('/Root', '/Toor'), /损坏/],
    ['without cross references', '%PDF-1.7\nstartxref\n2\n%%EOF\n', /损坏/],
    ['whose references lie beyond its end', '%PDF-1.7\nstartxref\n9999\n%%EOF\n', /损坏/],
    ['that is encrypted', smallPdf('', ['<</Encrypt 5 0 R>>']), /加密/],
    ['with a script', smallPdf('', [SCRIPT]), /脚本/],
    ['with a script under an escaped name', smallPdf('', ['<</S/J#61vaScript>>']), /脚本/],
    ['with a script among compressed objects', smallPdf('', [packed(SCRIPT)]), /脚本/],
    [
      'with a script among uncompressed objects',
      smallPdf('', [stream('/Type/ObjStm', Buffer.from(SCRIPT))]),
      /脚本/,
    ],
    ['that starts a program', smallPdf('', ['<</S/Launch/F(cmd.exe)>>']), /脚本/],
    [
      'with objects that cannot be unpacked',
      smallPdf('', [stream('/Type/ObjStm/Filter/FlateDecode', Buffer.from('no'))]),
      /损坏/,
    ],
    ['with objects that fill the memory', smallPdf('', [packed(' '.repeat(9 * 1024 * 1024))]), /损坏/],
    [
      'with a stream that does not end',
      `${smallPdf()}\n9 0 obj<<>>stream\nabc${smallPdf().slice(-60)}`,
      /损坏/,
    ],
  ])('%s is refused', async (_case, text, reason) => {
    expect(await checkPdf(stored(binary(text)))).toMatch(reason)
  })

  test('is read in parts, so that a script is found wherever it lies', async () => {
    const filler = stream('', Buffer.alloc(1024 * 1024 - 300, 32))
    for (let shift = 0; shift < 40; shift += 1) {
      const text = smallPdf(' '.repeat(shift), [filler, SCRIPT])
      expect(await checkPdf(stored(binary(text)))).toMatch(/脚本/)
    }
  })
})

const png = (width: number, height: number) => {
  const bytes = encodePng({ width: 2, height: 2, palette: [[0, 0, 0]], pixels: new Uint8Array(4) })
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const jpeg = (width: number, height: number, before = 0) => {
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xe0, (before + 2) >> 8, (before + 2) & 255]),
    Buffer.alloc(before),
  ])
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    comment,
    frame,
    Buffer.alloc(20),
    Buffer.from([0xff, 0xd9]),
  ])
}

describe('a file offered as a picture', () => {
  test.each([
    ['PNG', png(640, 480)],
    ['JPEG', jpeg(640, 480)],
    ['JPEG with a long head', jpeg(640, 480, 60_000)],
  ])('%s states its size', async (_case, bytes) => {
    expect(pictureSize(bytes)).toEqual({ width: 640, height: 480 })
    expect(await checkPicture(stored(bytes))).toBeUndefined()
  })

  test.each([
    ['that would fill the memory', png(60_000, 60_000), /过大/],
    ['that is too wide', png(20_001, 10), /过大/],
    ['of more than 100 million pixels', jpeg(19_000, 19_000), /过大/],
    ['without a size', png(0, 10), /损坏/],
    ['cut off', png(10, 10).subarray(0, 20), /损坏/],
    ['whose parts lead beyond its end', jpeg(10, 10, 100).subarray(0, 60), /损坏/],
    ['PNG without its last chunk', png(640, 480).subarray(0, -12), /损坏/],
    ['JPEG without its end', jpeg(640, 480).subarray(0, -2), /损坏/],
    ['that is something else', Buffer.from('not a picture'), /损坏/],
  ])('%s is refused', async (_case, bytes, reason) => {
    expect(await checkPicture(stored(bytes))).toMatch(reason)
  })
})

const CHECKS: [string, (path: string) => Promise<string | undefined>, Uint8Array][] = [
  ['PDF', checkPdf, binary(smallPdf('', [packed('<</Type/Page>>')]))],
  ['PNG', checkPicture, png(640, 480)],
  ['JPEG', checkPicture, jpeg(640, 480, 300)],
  ['Word', (path) => checkPackage(path, 'wordprocessingml.document'), zip(workbookParts(''))],
  ['archive', checkPackage, zip([{ name: 'a.txt', content: 'text' }])],
  ['old Word', (path) => checkCompound(path, ['WordDocument']), compound(['WordDocument', 'Data'])],
]

describe.each(CHECKS)('the check of a file as %s', (_kind, check, sound) => {
  // Bytes of a sound file with some changed, cut off, or inserted.
  const damaged = fc
    .array(fc.tuple(fc.nat(sound.length), fc.uint8Array({ maxLength: 8 }), fc.nat(8)), { maxLength: 12 })
    .map((changes) => {
      let bytes = Buffer.from(sound)
      for (const [at, inserted, removed] of changes)
        bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)])
      return bytes
    })

  test('answers for any bytes, and says why it refuses them', async () => {
    const path = stored('')
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 600 })), async (bytes) => {
        writeFileSync(path, bytes)
        const started = cpuTimeMs()
        const fault = await check(path)
        expect(fault === undefined || /\p{Script=Han}/u.test(fault)).toBe(true)
        expect(cpuTimeMs() - started).toBeLessThan(2_000)
      }),
      { numRuns: budget(100, 300) },
    )
  })
})
