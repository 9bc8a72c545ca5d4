-- Whether a record names a file is asked for each file in the upload folder.
create unique index file_info_storage_key on file_info (storage_key);
create unique index import_batch_storage_key on import_batch (storage_key) where storage_key is not null;

-- How often a batch was taken up since it last came on; attempts counts failures only.
alter table import_batch add column claims integer not null default 0;
