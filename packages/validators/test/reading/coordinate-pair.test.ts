import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCoordinatePair } from '../../src/reading/index.ts'

const PLACE = { longitude: 107.1, latitude: 37.8 }

describe('a pair of coordinates', () => {
  test.each([
    '107.1,37.8',
    '37.8,107.1',
    '107.1, 37.8',
    '107.1 37.8',
    ' 107.1\t37.8\r\n',
    '107.1\n37.8',
    '107.1，37.8',
    '１０７．１，３７．８',
    '107.1、37.8',
    '107.1；37.8',
    '(107.1, 37.8)',
    '（107.1，37.8）',
    '[107.1, 37.8]',
    'E107.1°, N37.8°',
    'N37.8° E107.1°',
    'N 37.8 E 107.1',
    '107.1E 37.8N',
    'E107.1°N37.8°',
    '107.1°E，37.8°N',
    '东经107.1度，北纬37.8度',
    '东经107°06′北纬37°48′',
    '107°06′E 37°48′N',
    '107°06′ E 37°48′ N',
    `107°06'00"E, 37°48'00"N`,
    '107度6分0秒，37度48分0秒',
    '经度：107.1，纬度：37.8',
    '经度107.1 纬度37.8',
    '坐标：107.1,37.8',
    '107.1000,37.8000',
    '107.1,\u200b37.8',
  ])('is read from %j', (text) => {
    expect(readCoordinatePair(text)).toEqual(PLACE)
  })

  test('of a map with more decimals is rounded to four', () => {
    expect(readCoordinatePair('107.405123456,37.783298765')).toEqual({
      longitude: 107.4051,
      latitude: 37.7833,
    })
  })

  test.each([
    ['one coordinate', '107.1'],
    ['one coordinate in degrees and minutes', '107°06′E'],
    ['a number with a comma of thousands', '29,800'],
    ['a place that is not in China', '2.35,48.85'],
    ['two latitudes', '37.8,37.9'],
    ['three numbers', '107.1,37.8,1200'],
    ['directions that contradict the numbers', 'E37.8°, N107.1°'],
    ['minutes beyond 60', '107°66′E 37°48′N'],
    ['words', '盐池县高沙窝镇'],
    ['numbers in a sentence', '位于107.1附近，37.8以北'],
    ['an estimate', '约107.1，约37.8'],
    ['nothing', ''],
    ['a whole column', '107.1,37.8\n107.2,37.9'],
  ])('is not read from %s', (_what, text) => {
    expect(readCoordinatePair(text)).toBeUndefined()
  })

  test('reads as it was written, in either order and with any separator', () => {
    const part = (least: number, most: number) =>
      fc.integer({ min: least * 10_000, max: most * 10_000 }).map((digits) => digits / 10_000)
    const separator = fc.constantFrom(',', '，', ' ', '、', ';', '\t', '\n', ', ')
    fc.assert(
      fc.property(
        part(73, 136),
        part(3, 54),
        separator,
        fc.boolean(),
        (longitude, latitude, sign, isTurned) => {
          const text = (isTurned ? [latitude, longitude] : [longitude, latitude]).join(sign)
          expect(readCoordinatePair(text)).toEqual({ longitude, latitude })
        },
      ),
    )
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void readCoordinatePair(text)))
  })
})
