-- A page opens itself; what its form once stored as a redirect was never followed.
update menu set redirect = null where type <> 0;
update menu set redirect = null where redirect = 'noredirect';
