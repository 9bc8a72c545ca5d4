import { posix } from 'node:path'
import type { Entry } from 'yauzl'
import type { Archive } from './archive.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'

/** The parts of a workbook that its rows are read from. */
export interface Structure {
  sheets: readonly { name: string; part: Entry; isHidden: boolean }[]
  sharedStrings: Entry | undefined
  styles: Entry | undefined
  /** Whether day 0 is 1904-01-01, as in old Macintosh files. */
  is1904: boolean
}

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const notXlsx = '文件不是 .xlsx 工作簿，请按导入模板填写后上传'

type Attributes = Readonly<Record<string, string>>

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** Attributes of all elements of a name, without prefixes. Only for the small regular files of a package. */
export function elementsIn(xml: string, name: string): Attributes[] {
  const found: Attributes[] = []
  for (const [tag] of xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g'))) {
    const attributes: Record<string, string> = Object.create(null)
    for (const [, key = '', double, single] of tag.matchAll(
      /\s(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    ))
      attributes[key] = decode(double ?? single ?? '')
    found.push(attributes)
  }
  return found
}

const text = async (archive: Archive, entry: Entry): Promise<string> =>
  (await archive.read(entry, limits.structureBytes)).toString('utf8')

/** The main part by the content types. A file that is only named xlsx has none. */
async function findMain(archive: Archive): Promise<Entry> {
  const contents = archive.find('[Content_Types].xml')
  if (!contents) throw new WorkbookError(notXlsx)
  const types = elementsIn(await text(archive, contents), 'Override')
  if (types.some((type) => /macroEnabled/i.test(type['ContentType'] ?? '')))
    throw new WorkbookError('工作簿含有宏或控件，请另存为不含宏的 .xlsx 后重试')
  const main = types.find((type) => type['ContentType'] === MAIN_TYPE)
  const entry = archive.find((main?.['PartName'] ?? '').replace(/^\//, ''))
  if (!entry) throw new WorkbookError(notXlsx)
  return entry
}

/**
 * Finds the sheets of a workbook and the parts that their cells refer to.
 * @throws WorkbookError if it is not an xlsx workbook
 */
export async function readStructure(archive: Archive): Promise<Structure> {
  const main = await findMain(archive)
  const folder = posix.dirname(main.fileName)
  const relations = archive.find(posix.join(folder, '_rels', `${posix.basename(main.fileName)}.rels`))
  if (!relations) throw new WorkbookError(notXlsx)
  const targets = elementsIn(await text(archive, relations), 'Relationship').map((relation) => ({
    id: relation['Id'],
    type: (relation['Type'] ?? '').split('/').at(-1),
    part:
      archive.find(posix.join('/', folder, relation['Target'] ?? '').slice(1)) ?? absolute(archive, relation),
  }))
  const workbook = await text(archive, main)
  const sheets: { name: string; part: Entry; isHidden: boolean }[] = []
  for (const sheet of elementsIn(workbook, 'sheet')) {
    const part = targets.find(({ id, type }) => id === sheet['id'] && type === 'worksheet')?.part
    const isHidden = (sheet['state'] ?? 'visible') !== 'visible'
    if (part) sheets.push({ name: sheet['name'] ?? '', part, isHidden })
  }
  if (sheets.length === 0) throw new WorkbookError('工作簿中没有工作表')
  return {
    sheets,
    sharedStrings: targets.find(({ type }) => type === 'sharedStrings')?.part,
    styles: targets.find(({ type }) => type === 'styles')?.part,
    is1904: elementsIn(workbook, 'workbookPr').some(
      ({ date1904 }) => date1904 === '1' || date1904 === 'true',
    ),
  }
}

const absolute = (archive: Archive, relation: Attributes): Entry | undefined => {
  const target = relation['Target'] ?? ''
  return target.startsWith('/') ? archive.find(target.slice(1)) : undefined
}
