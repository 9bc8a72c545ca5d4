import { Archive, elementsIn, hasOverlap, isSymbolicLink, WorkbookError } from '../../workbook/index.ts'
import { MISMATCH } from './compound.ts'

const MB = 1024 * 1024
const MOST_ENTRIES = 10_000
const INFLATED_BYTES = 1024 * MB
// Ratio of the whole archive. Single drawings in real documents compress better than this.
const RATIO = 100
const RATIO_FROM_BYTES = 20 * MB
const CONTENTS_BYTES = 1 * MB
const MOST_RELATIONS = 20

const MACROS = '文件含有宏，请另存为不含宏的文件后上传'
const DAMAGED = '文件已损坏，请重新保存后再上传'
const ODD = '文件结构异常，不予受理'
const REMOTE = '文件引用了外部模板，请断开链接后上传'
const CONTROLS = '文件含有 ActiveX 控件，请去除后上传'

/** Facts from an archive's directory, without inflating anything. */
function faultOf({ entries }: Archive): string | undefined {
  let inflated = 0
  let packed = 0
  for (const entry of entries) {
    inflated += entry.uncompressedSize
    packed += entry.compressedSize
    if (entry.isEncrypted()) return '文件已加密，请取消密码后上传'
    if (isSymbolicLink(entry)) return ODD
    if (/(^|\/)vbaproject[^/]*\.bin$|^xl\/macrosheets\//i.test(entry.fileName)) return MACROS
    if (/(^|\/)activex\/[^/]+\.bin$/i.test(entry.fileName)) return CONTROLS
  }
  if (hasOverlap(entries)) return ODD
  const isTight = inflated > RATIO_FROM_BYTES && inflated > packed * RATIO
  return isTight || inflated > INFLATED_BYTES ? '压缩文件展开后过大，不予受理' : undefined
}

/** Whether an Office document's content types name a main part of this kind. */
async function contentsFault(archive: Archive, kind: string): Promise<string | undefined> {
  const contents = archive.find('[Content_Types].xml')
  if (!contents) return MISMATCH
  const text = (await archive.read(contents, CONTENTS_BYTES)).toString('utf8')
  if (/macroEnabled/i.test(text)) return MACROS
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`
  const main = elementsIn(text, 'Override').find(({ ContentType }) => ContentType === type)
  if (!archive.find((main?.['PartName'] ?? '').replace(/^\//, ''))) return MISMATCH
  return (await hasRemoteTemplate(archive)) ? REMOTE : undefined
}

/** Whether a part loads its template from the network when the document is opened; the template could have macros. */
async function hasRemoteTemplate(archive: Archive): Promise<boolean> {
  const relations = archive.entries.filter(({ fileName }) =>
    /\/_rels\/(?:settings|document)[^/]*\.rels$/i.test(fileName),
  )
  for (const entry of relations.slice(0, MOST_RELATIONS)) {
    const text = (await archive.read(entry, CONTENTS_BYTES)).toString('utf8')
    const isRemote = elementsIn(text, 'Relationship').some(
      ({ Type = '', Target = '' }) => /attachedTemplate$/i.test(Type) && /^\s*(?:https?|ftp):/i.test(Target),
    )
    if (isRemote) return true
  }
  return false
}

/**
 * Checks a zip archive or an Office document by its directory for bombs, encryption and macros.
 * @param kind kind of Office document, as in its media type; any archive if absent
 * @returns its fault, if any
 */
export async function checkPackage(path: string, kind?: string): Promise<string | undefined> {
  try {
    const archive = await Archive.open(path, MOST_ENTRIES)
    try {
      return faultOf(archive) ?? (kind === undefined ? undefined : await contentsFault(archive, kind))
    } finally {
      archive.close()
    }
  } catch (error) {
    if (error instanceof WorkbookError) return DAMAGED
    throw error
  }
}
