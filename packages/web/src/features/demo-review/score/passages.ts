/** A section of the application. */
export interface Passage {
  field: string
  title: string
}

const SECTIONS = {
  keyIndicators: '关键指标',
  techPlan: '技术方案',
  innovation: '创新点',
  intellectualProperty: '知识产权',
  safetyPlan: '安全与消防方案',
  economy: '经济性',
  demonstrationEffect: '示范带动作用',
  conditions: '前期工作与建设条件',
  unitIntro: '申报单位概况',
} as const

/** Sections by the code of the item or of its group, as in the first catalogue. */
const BY_CODE: Readonly<Record<string, keyof typeof SECTIONS>> = {
  'A1-1': 'keyIndicators',
  'A1-2': 'techPlan',
  'A1-3': 'techPlan',
  'A1-4': 'innovation',
  'A4-4': 'intellectualProperty',
  'A5-3': 'unitIntro',
  A1: 'techPlan',
  A2: 'safetyPlan',
  A3: 'economy',
  A4: 'demonstrationEffect',
  A5: 'conditions',
}

/** The section of the application that an item is judged by; undefined for items of another catalogue. */
export function passageOf(code: string): Passage | undefined {
  const field = BY_CODE[code] ?? BY_CODE[code.split('-')[0] ?? '']
  return field && { field, title: SECTIONS[field] }
}
