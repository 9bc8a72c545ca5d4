-- Earlier previews were kept without end, and their stamps are not those of today. What was compared is compared again.
update warehouse_sync set preview = null where preview is not null;
