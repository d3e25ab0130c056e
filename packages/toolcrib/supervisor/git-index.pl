# Keeps paths out of the index of a repository that lead into `.git` or out of the work tree. Git trusts its index: a
# person's `git checkout .` would write `.git/hooks/post-checkout` from it, or `../../.bashrc`. So no command writes an index
# in place; what it renames to one, as git does, is read, checked, and put there as a new file that nobody else has open.
# Follows the text of `protected.pl`.

# Whether git would take a file with this name for an index.
sub is_index {
    my ($target) = @_;
    return 0 if $target->{name} !~ /^(?:index|sharedindex\..*)$/i;
    my $inside = folded($target->{path}) // return 0;
    return 1 if $inside =~ m{(?:^|/)[^/]*\.git/(?:modules/.+/|worktrees/[^/]+/)?[^/]+$};
    return keep_open($target->{folder}, 'HEAD', 0) >= 0 && !grep { keep_open($target->{folder}, $_, 0) < 0 } qw(objects refs);
}

sub rename_to_index {
    my ($caller, $source, $target) = @_;
    my $found = look_at($source);
    return answer($caller, EROFS) if $found < 0 || type_of($found) != REGULAR;
    open my $file, '<:raw', "/proc/self/fd/$found" or return answer_result($caller, -1);
    my $content = do { local $/; <$file> } // '';
    return answer($caller, EROFS) if !is_honest_index($content, $target);
    my ($copy, $mode) = ("index.checked.$$", (stat $file)[2] & 0777);
    my $new = system_call('openat', $target->{folder}, $copy, CREATE | EXCLUSIVE | 1 | CLOSE_ON_EXEC, $mode);
    return answer_result($caller, -1) if $new < 0;
    open my $written, '>&=', $new or fail('index');
    my $done = write_all($written, $content) && keep_time($file, $written);
    close $written;
    my ($old, $name) = ($source->{name}, $target->{name});
    my $result = $done ? system_call('renameat2', $target->{folder}, $copy, $target->{folder}, $name, 0) : -1;
    my $errno = $! + 0;
    system_call('unlinkat', $result < 0 ? ($target->{folder}, $copy) : ($source->{folder}, $old), 0);
    answer($caller, $result < 0 ? $errno : 0);
}

# Git compares the time of the index with those of files, to the nanosecond.
sub keep_time {
    my ($from, $to) = @_;
    my $status = "\0" x 144;
    system_call('fstat', fileno $from, $status) == 0 or return 0;
    my $times = substr($status, 72, 32);
    return system_call('utimensat', fileno $to, 0, $times, 0) == 0;
}

# The format is described in gitformat-index(5).
sub is_honest_index {
    my ($index, $target) = @_;
    my ($signature, $version, $count) = unpack 'a4 N N', $index;
    return 0 if $signature ne 'DIRC' || $version < 2 || $version > 4;
    my $hash  = uses_sha256($target) ? 32 : 20;
    my ($at, $end, $path) = (12, length $index, '');
    for (1 .. $count) {
        my $start = $at + 40 + $hash + 2;
        return 0 if $start > $end;
        my $flags = unpack 'n', substr $index, $start - 2, 2;
        $start += 2 if $flags & 0x4000;
        if ($version == 4) {
            my $strip = strip_length($index, \$start) // return 0;
            return 0 if $strip > length $path;
            substr $path, length($path) - $strip, $strip, '';
        }
        my $zero = index $index, "\0", $start;
        return 0 if $zero < 0;
        my $rest = substr $index, $start, $zero - $start;
        $path = $version == 4 ? $path . $rest : $rest;
        # Git takes the length from the flags: another one would make it read other entries than these.
        return 0 if ($flags & 0xFFF) != (length $path < 0xFFF ? length $path : 0xFFF);
        return 0 if $path =~ m{^/|//|(?:^|/)(?:\.git|\.\.?)(?:/|$)|^$}i;
        $at = $version == 4 ? $zero + 1 : $at + (($zero - $at + 8) & ~7);
    }
    return 1;
}

# How much of the last path is left out: seven bits in each byte, more to come if the eighth is set.
sub strip_length {
    my ($index, $at) = @_;
    my ($value, $byte) = (-1, 0x80);
    while ($byte & 0x80) {
        return if $$at >= length $index || $value > 0xFFFF;
        $byte  = ord substr $index, $$at++, 1;
        $value = (($value + 1) << 7) | ($byte & 0x7F);
    }
    return $value;
}

sub uses_sha256 {
    my ($target) = @_;
    my $folder = $target->{path} =~ s{/[^/]+$}{}r;
    $folder =~ s{/worktrees/[^/]+$}{};
    return read_file("$folder/config") =~ /^\s*objectformat\s*=\s*sha256/im;
}
