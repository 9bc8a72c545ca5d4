-- A county that its province has itself, such as 仙桃市, was stored as a city by imports and as a county by forms.
update es_project p set county_code = p.city_code, city_code = null
  from region r
  where r.code = p.city_code and r.level = 3 and p.county_code is null;
