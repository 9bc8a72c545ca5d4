export type Figures = readonly [tenMw: number, tenMwh: number]

/**
 * Storage in operation at the end of 2024 by province, in 10 MW and 10 MWh.
 * Inner Mongolia, Shandong, Ningxia and Jiangsu are as published by the National Energy Administration on 23 January
 * 2025; the others are an allocation that adds up to the published national and regional sums, and must not be called
 * official. Xinjiang and the Corps add up to what was published for Xinjiang, which includes the Corps.
 */
export const provincialFigures: Readonly<Record<string, Figures>> = {
  '150000': [1023, 2439],
  '370000': [717, 1555],
  '130000': [330, 783],
  '140000': [118, 238],
  '120000': [20, 40],
  '110000': [12, 24],
  '650000': [761, 2549],
  '660000': [96, 322],
  '640000': [443, 882],
  '620000': [322, 811],
  '630000': [145, 307],
  '610000': [106, 214],
  '320000': [562, 1195],
  '330000': [326, 657],
  '340000': [252, 457],
  '350000': [72, 145],
  '310000': [35, 71],
  '430000': [290, 584],
  '410000': [262, 528],
  '420000': [230, 464],
  '500000': [110, 222],
  '510000': [92, 185],
  '360000': [62, 125],
  '540000': [38, 134],
  '440000': [310, 562],
  '450000': [270, 544],
  '520000': [212, 427],
  '530000': [95, 201],
  '460000': [28, 56],
  '210000': [18, 40],
  '220000': [12, 25],
  '230000': [7, 14],
}
