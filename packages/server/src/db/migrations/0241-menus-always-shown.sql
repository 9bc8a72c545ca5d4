-- Until now every folder was shown around a single page, whatever its row said.
update menu set always_show = true where type = 0;
