# What no command may change, as the broker decides it by the real path of each target. The patterns and paths come with the
# options. Follows the text of `broker.pl`.

# A file, folder or link of this name. An index is only made by a rename.
sub may_create {
    my ($target) = @_;
    return !is_protected($target) && !completes_repository($target) && !is_index($target);
}

sub is_protected {
    my ($target) = @_;
    my $path   = $target->{path};
    my $inside = folded($path) // return 0;
    return 1 if $inside =~ $option{everywhere} || $inside =~ $option{fixed};
    return 1 if $inside =~ $option{names} && $inside !~ $option{packages};
    our %paths;
    %paths = map { $_ => 1 } '', @{ $list{path} || [] } if !%paths;
    for (my $above = $path; length $above > length $option{root}; $above = parent_of($above)) {
        return 1 if $paths{$above};
    }
    return configures_repository($path);
}

# Whether a protected path lies below: a folder or link must not appear as `.yarn` because of `.yarn/releases`.
sub contains_protected {
    my ($target) = @_;
    my $inside = folded($target->{path}) // return 0;
    return $inside =~ $option{above} || grep { is_inside($target->{path}, $_) } @{ $list{path} || [] };
}

# Git takes any folder with these three entries for a repository and executes what the `config` in it names.
sub completes_repository {
    my ($target) = @_;
    my $name   = lc $target->{name};
    my @others = grep { lc $_ ne $name } qw(HEAD objects refs);
    return 0 if @others == 3 || zone_of($target) eq 'outside';
    # Two brokers that look before either of them creates would both find it incomplete. LOCK_EX
    flock $lock, 2 or fail('lock');
    return look_at($target) < 0 && !grep { keep_open($target->{folder}, $_, 0) < 0 } @others;
}

# Configuration and hooks of a repository that has another name than `.git`.
sub configures_repository {
    my ($path) = @_;
    return 0 if $path !~ m{^(.*)/(?:config(?:\.worktree)?(?:\.lock)?$|hooks(?:/|$))}i;
    my $folder = $1;
    return is_inside($option{root}, $folder) && !grep { !-e "$folder/$_" } qw(HEAD objects refs);
}

# The rules differ between these. A folder must not cross from one to the other as a whole.
sub zone_of {
    my $inside = folded($_[0]{path}) // return 'outside';
    return 'repository' if $inside =~ m{\.git/};
    return $inside =~ $option{packages} ? 'packages' : 'project';
}

# The path from the root as the most tolerant file system compares names: without case, and without invisible characters.
sub folded {
    my ($path) = @_;
    return if !is_inside($option{root}, $path);
    my $inside = lc substr "$path/", 1 + length $option{root};
    chop $inside;
    return $inside if $inside !~ /[^ -~]/;
    # A long s, the Kelvin sign; then zero-width and direction marks, variation selectors, byte order mark and tags.
    $inside =~ s/\xC5\xBF/s/g;
    $inside =~ s/\xE2\x84\xAA/k/g;
    $inside =~ s/\xC2\xAD|\xCD\x8F|\xE2\x80[\x8B-\x8F\xAA-\xAE]|\xE2\x81[\xA0-\xAF]|\xEF\xB8[\x80-\x8F]|\xEF\xBB\xBF|\xF3\xA0[\x80-\xBF]{2}//g;
    return $inside;
}

sub is_inside {
    my ($folder, $path) = @_;
    return index("$path/", $folder eq '/' ? '/' : "$folder/") == 0;
}
