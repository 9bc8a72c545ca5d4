/** Words that people write in place of any value. */
export const NO_VALUE =
  '无|没有|暂无|空|不涉及|不适用|未知|待定|未定|待补充|待填|none|null|nil|nan|nat|undefined|na|n/a|n\\.a\\.?'
/** Words that people write where they have no number. */
const NO_NUMBER =
  '未有|暂缺|暂未|空白|同上|略|无此项|未涉及|不需要|无需|不详|待补|待核|待核实|待办|待办理|待批|待批复|待备案|办理中|正在办理|备案中|未办理|未取得|未备案|未批复|无编号|无文号|无代码|tbd|tbc|xx+|0+'
const WORDS = new RegExp(`^(?:${NO_VALUE}|${NO_NUMBER})$`, 'i')
const SIGNS = /^[\p{P}\p{S}]+$/u

/**
 * Whether a text stands in the place of a number, such as “/”, “无”, “不涉及” or “N/A”. It identifies nothing and is never
 * compared.
 */
export function isPlaceholder(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '')
  const inner = plain.replace(/^[（(【[〔“"']+|[）)】\]〕”"'。.]+$/gu, '')
  return SIGNS.test(plain) || WORDS.test(inner) || WORDS.test(plain)
}
