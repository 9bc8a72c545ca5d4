import type { Position } from './city-seats.ts'

/** A division of the Corps: its city, or the division itself if it has none. */
interface CorpsDivision {
  name: string
  position: Position
}

/**
 * Divisions of the Corps by code. Twelve are cities with GB/T 2260 codes of Xinjiang. The twelfth division has no city and
 * gets a code of the platform. The eleventh is a construction group without land.
 */
export const corpsDivisions: ReadonlyMap<string, CorpsDivision> = new Map([
  ['659001', { name: '石河子市', position: [86, 44.3] }],
  ['659002', { name: '阿拉尔市', position: [81.3, 40.5] }],
  ['659003', { name: '图木舒克市', position: [79.1, 39.9] }],
  ['659004', { name: '五家渠市', position: [87.5, 44.2] }],
  ['659005', { name: '北屯市', position: [87.8, 47.4] }],
  ['659006', { name: '铁门关市', position: [85.5, 41.8] }],
  ['659007', { name: '双河市', position: [82.4, 44.8] }],
  ['659008', { name: '可克达拉市', position: [80.6, 43.7] }],
  ['659009', { name: '昆玉市', position: [79.3, 37.2] }],
  ['659010', { name: '胡杨河市', position: [84.8, 44.7] }],
  ['659011', { name: '新星市', position: [93.7, 42.8] }],
  ['659012', { name: '白杨市', position: [83, 46.4] }],
  ['661200', { name: '第十二师', position: [87.4, 43.8] }],
])
