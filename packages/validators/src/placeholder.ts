/** Words that people write where they have no number. */
const WORDS =
  /^(?:无|没有|未有|暂无|暂缺|暂未|空|空白|同上|略|无此项|不涉及|未涉及|不适用|不需要|无需|未知|不详|待定|待补|待补充|待填|待核|待核实|待办|待办理|待批|待批复|待备案|办理中|正在办理|备案中|未办理|未取得|未备案|未批复|无编号|无文号|无代码|none|null|nil|na|n\/a|n\.a\.?|tbd|tbc|xx+|0+)$/i
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
