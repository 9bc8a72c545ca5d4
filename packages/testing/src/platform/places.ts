/** The divisions that seeded projects lie in, and whose names an import knows. */
export const PLACES: Readonly<Record<string, string>> = {
  '640000': '宁夏回族自治区',
  '640300': '吴忠市',
  '640323': '盐池县',
  '640302': '利通区',
  '620000': '甘肃省',
  '620900': '酒泉市',
  '620981': '玉门市',
}

/** Centres of the counties: longitude and latitude in degrees, CGCS2000. */
export const COUNTIES = [
  { countyCode: '640323', cityCode: '640300', provinceCode: '640000', longitude: 107.4074, latitude: 37.783 },
  {
    countyCode: '640302',
    cityCode: '640300',
    provinceCode: '640000',
    longitude: 106.2126,
    latitude: 37.9853,
  },
  { countyCode: '620981', cityCode: '620900', provinceCode: '620000', longitude: 97.0456, latitude: 40.2917 },
] as const
