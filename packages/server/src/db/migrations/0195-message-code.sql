-- The entry of the catalogue that a message is of. Null for messages that people wrote and for those of earlier releases.
alter table message_push add column code text;
-- The screen that these messages named never existed.
update message_push set link = replace(link, '/demonstration/declare/detail/', '/demonstration/detail/')
where link like '/demonstration/declare/detail/%';
